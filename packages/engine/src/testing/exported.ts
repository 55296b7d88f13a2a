import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { CalledAgents, GraphDocument, Json } from '@lathe/contract'
import { exportProject, fileContent } from '@lathe/graph/export'
import type { ExportedCollection, ExportOptions, ToolDescription } from '@lathe/graph/export'
import { onTestFinished } from 'vitest'
import * as z from 'zod'
import { builtInTools } from '../tools/built-in.ts'
import { unpackVendored } from './unpack-vendored.ts'
import { runExported } from './run-exported.ts'

const run = promisify(execFile)

const engine = join(import.meta.dirname, '../../node_modules')
const root = join(import.meta.dirname, '../../../../node_modules')

/** The packages that an exported project installs. */
const PACKAGES = [
  '@langchain/core',
  '@langchain/langgraph',
  '@langchain/langgraph-checkpoint',
  '@langchain/mcp-adapters',
  '@langchain/openai',
  '@types/pg',
  '@types/pg-cursor',
  'openai',
  'pg',
  'pg-cursor',
  'quickjs-emscripten',
  'zod',
]

/** Dependencies of the package that an exported project bundles. */
const RUNTIME_PACKAGES = ['htmlparser2', 'minisearch']

const runtimeModules = join(import.meta.dirname, '../../../runtime/node_modules')

export const toolDescriptions = builtInTools({
  toolRetries: 0,
  toolResponseBytes: 1_000_000,
  providerTimeoutMs: 5_000,
  mediaBytes: 1_000_000,
})

/** Writes an exported project to a temporary folder. */
export function writeProject(
  document: GraphDocument,
  slug = 'agent',
  calledAgents: CalledAgents = {},
  tools: readonly ToolDescription[] = toolDescriptions,
  collections: readonly ExportedCollection[] = [],
): string {
  const folder = newFolder()
  writeFiles(folder, document, { slug, calledAgents, tools, collections })
  if (installed === undefined) unpackVendored(folder, folder)
  writeFile(join(folder, 'final-state.ts'), FINAL_STATE)
  return folder
}

type Project = { document: GraphDocument; calledAgents?: CalledAgents }

/** Writes projects into one folder with a shared `tsconfig.json`. */
export function writeProjects(projects: readonly Project[]): string {
  const folder = newFolder()
  for (const [index, { document, calledAgents = {} }] of projects.entries()) {
    const options = { slug: 'agent', calledAgents, tools: toolDescriptions }
    writeFiles(join(folder, `project-${index}`), document, options)
  }
  if (installed === undefined) unpackVendored(join(folder, 'project-0'), folder)
  const tsconfig = { extends: './project-0/tsconfig.json', include: ['**/*.ts', '**/*.js'] }
  writeFile(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig))
  return folder
}

/** A `node_modules` folder installed from a project's own package.json. */
const installed = process.env['EXPORT_MODULES']

function newFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-export-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  if (installed !== undefined) {
    symlinkSync(realpathSync(installed), join(folder, 'node_modules'))
    return folder
  }
  const modules = join(folder, 'node_modules')
  for (const name of PACKAGES) link(join(engine, name), join(modules, name))
  for (const name of RUNTIME_PACKAGES) link(join(runtimeModules, name), join(modules, name))
  link(join(root, '@types/node'), join(folder, 'node_modules/@types/node'))
  return folder
}

function writeFiles(
  folder: string,
  document: GraphDocument,
  options: Pick<ExportOptions, 'slug' | 'calledAgents' | 'tools' | 'collections'>,
): void {
  const files = exportProject(document, { name: options.slug, ...options })
  for (const file of files) writeFile(join(folder, file.path), fileContent(file))
}

function writeFile(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

function link(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  symlinkSync(realpathSync(from), to)
}

/** Returns the compiler's errors for a project. Empty if there are none. */
export async function typeErrors(folder: string): Promise<string> {
  const tsc = join(installed ?? root, 'typescript/bin/tsc')
  // Threads would repeat shared work and take cores from other tests.
  const single = installed === undefined ? ['--singleThreaded'] : []
  const args = [tsc, '-p', folder, '--incremental', 'false', ...single]
  return run(process.execPath, args).then(
    () => '',
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
  )
}

export type ProjectRun = {
  input: Record<string, Json>
  baseUrl: string
  /** Answers of pauses in order. */
  answers?: readonly Json[]
}

/**
 * Runs a project in another process and returns its final state, with messages in the contract's
 * format.
 */
export async function finalState(
  folder: string,
  { input, baseUrl, answers = [] }: ProjectRun,
): Promise<Record<string, Json>> {
  const state = await runExported({ folder, input, answers, baseUrl })
  return z.record(z.string(), z.json()).parse(state)
}

const FINAL_STATE = `import { BaseMessage } from '@langchain/core/messages'
import { Command, isInterrupted, MemorySaver } from '@langchain/langgraph'
import { graph } from './agent.ts'

graph.checkpointer = new MemorySaver()
const config = { configurable: { thread_id: 'test' }, recursionLimit: 50 }

export async function finalState(input: object, answers: unknown[]) {
  let result: unknown = await graph.invoke(input, config)
  while (isInterrupted(result) && answers.length > 0) {
    const pauses = result.__interrupt__
    const resume = Object.fromEntries(pauses.map(({ id = '' }) => [id, answers.shift()]))
    result = await graph.invoke(new Command({ resume }), config)
  }
  const { values } = await graph.getState(config)
  return plain(values)
}

function plain(value: unknown): unknown {
  if (BaseMessage.isInstance(value)) return shown(value)
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]))
}

function shown(message: BaseMessage) {
  const { content, name, tool_calls, tool_call_id, status } = message as BaseMessage & {
    tool_calls?: { id: string; name: string; args: object }[]
    tool_call_id?: string
    status?: string
  }
  const roles: Record<string, string> = { human: 'user', ai: 'assistant' }
  return {
    role: roles[message.type] ?? message.type,
    content,
    name,
    toolCalls: tool_calls?.length ? tool_calls.map(({ id, name, args }) => ({ id, name, args })) : undefined,
    toolCallId: tool_call_id,
    status: message.type === 'tool' ? (status ?? 'success') : undefined,
  }
}
`

/** Imports a module of a project. */
export async function importFrom<T>(folder: string, path: string): Promise<T> {
  const module: T = await import(/* @vite-ignore */ join(folder, path))
  return module
}
