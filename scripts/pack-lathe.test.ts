import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const scratch = mkdtempSync(join(tmpdir(), 'lathe package '))
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** An empty project of a user who has no home directory, no npm cache and no pnpm. */
const project = join(scratch, 'my agents')
const env = {
  ...process.env,
  LATHE_HOME: '',
  HOME: join(scratch, 'missing'),
  npm_config_cache: join(scratch, 'cache'),
  npm_config_update_notifier: 'false',
}

function run(command: string, args: string[]) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project,
    env,
    encoding: 'utf8',
  })
  return { code: status, out: stdout, err: stderr }
}

const lathe = (...args: string[]) => run(join(project, 'node_modules/.bin/lathe'), args)

describe('the npm package', () => {
  let tarball = ''

  beforeAll(() => {
    mkdirSync(project)
    const pack = join(import.meta.dirname, 'pack-lathe.mjs')
    tarball = run(process.execPath, [pack, scratch]).out.trim().split('\n').at(-1) ?? ''
    writeFileSync(join(project, 'package.json'), '{ "private": true }')
    const { code, err } = run('npm', ['install', '--no-audit', '--no-fund', tarball])
    if (code !== 0) throw new Error(`npm install failed: ${err}`)
  })

  test('the npm package is at most 60 MB', () => {
    expect(statSync(tarball).size).toBeLessThan(60_000_000)
  })

  test('prints its version and its commands without a server', () => {
    expect(lathe('--version').out).toMatch(/^\d+\.\d+\.\d+\n$/)
    expect(lathe('--help').out).toContain('lathe run assistant')
  })

  test('completes commands', () => {
    expect(lathe('complete', '--', 'repl').out).toMatch(/^replay\t/m)
  })

  test('starts a server that runs an agent, traces it and serves the web app', async () => {
    const server = spawn(join(project, 'node_modules/.bin/lathe'), ['start', '--port', '0'], {
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const ended = once(server, 'exit')
    const warnings: string[] = []
    server.stderr.on('data', (chunk: Buffer) => warnings.push(chunk.toString()))
    try {
      let url = ''
      for await (const chunk of server.stdout) {
        url = /http:\S+/.exec(String(chunk))?.[0] ?? ''
        if (url !== '') break
      }

      const answer = lathe('run', 'assistant', 'What is 6 * 7?')
      const page = await fetch(url)
      const styles = await fetch(new URL('/api/ui/swagger-ui.css', url))

      expect(answer).toMatchObject({ code: 0, out: expect.stringContaining('42') })
      expect(lathe('traces', 'list').out).toContain('assistant')
      expect(await page.text()).toContain('<div id="root">')
      expect(styles.status).toBe(200)
      expect(existsSync(join(project, '.lathe/lathe.db'))).toBe(true)
      expect(warnings).toEqual([])
    } finally {
      server.kill()
      await ended
    }
  })
})
