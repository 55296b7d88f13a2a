import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

export const VERSION = '0.123.1'

const folder = join(homedir(), '.cache', 'lathe-bench', `promptfoo-${VERSION}`)

/** Installed once, pinned, into a cache folder, without optional native parts. */
function install(): void {
  if (existsSync(join(folder, 'node_modules', '.bin', 'promptfoo'))) return
  mkdirSync(folder, { recursive: true })
  const dependencies = { promptfoo: VERSION }
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }))
  const quiet = ['--no-audit', '--no-fund', '--loglevel', 'error']
  execFileSync('npm', ['install', ...quiet], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

export type PromptfooRun = {
  baseUrl: string
  model: string
  prompts: string[]
  questions: string[]
  concurrency: number
}

/**
 * Runs and evaluates every prompt on every question. Returns how many passed and the total time.
 */
export async function promptfoo(run: PromptfooRun): Promise<{ passed: number; wallMs: number }> {
  install()
  const home = mkdtempSync(join(tmpdir(), 'lathe-bench-promptfoo-'))
  const [config, results] = [join(home, 'config.json'), join(home, 'results.json')]
  writeFileSync(config, JSON.stringify(configOf(run)))
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [
      join(folder, 'node_modules', '.bin', 'promptfoo'),
      'eval',
      '--no-cache',
      '--no-table',
      '--no-progress-bar',
      '--no-write',
      '--config',
      config,
      '--output',
      results,
      '--max-concurrency',
      String(run.concurrency),
    ],
    {
      cwd: home,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        PROMPTFOO_CONFIG_DIR: home,
        PROMPTFOO_DISABLE_TELEMETRY: '1',
        PROMPTFOO_DISABLE_UPDATE: '1',
        PROMPTFOO_DISABLE_REMOTE_GENERATION: '1',
      },
    },
  )
  let complaint = ''
  child.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()))
  await once(child, 'exit')
  const wallMs = performance.now() - began
  if (!existsSync(results))
    throw new Error(`promptfoo returned no results
${complaint}`)
  const passed = passesIn(JSON.parse(readFileSync(results, 'utf8')))
  rmSync(home, { recursive: true, force: true })
  return { passed, wallMs }
}

const configOf = ({ baseUrl, model, prompts, questions }: PromptfooRun) => ({
  prompts,
  providers: [
    {
      id: `openai:chat:${model}`,
      config: { apiBaseUrl: baseUrl, apiKey: 'a-key-for-the-provider' },
    },
  ],
  tests: questions.map((question) => ({
    vars: { question },
    assert: [{ type: 'icontains', value: 'tides' }],
  })),
})

/** The cast holds: the pinned version writes this format. */
const passesIn = (written: unknown): number =>
  (written as { results: { stats: { successes: number } } }).results.stats.successes
