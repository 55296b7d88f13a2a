import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { JAVASCRIPT_FILE } from '../tools/javascript-source.ts'
import { MCP_FILE } from '../tools/mcp-tool.ts'
import { PROVIDER_FILE } from '../tools/media-source.ts'
import { POSTGRES_FILE, SQLITE_FILE } from '../tools/sql-source.ts'
import type { ExportedFile } from '../options.ts'
import type { PlannedCallees } from '../parts/callees.ts'

export const DOCUMENT_FILE = 'agent.lathe.json'
export const PACKAGE_FILE = 'package.json'

/** LangGraph's packages work together only as this set. */
const DEPENDENCIES = {
  '@langchain/core': '1.4.0',
  '@langchain/langgraph': '1.7.3',
  '@langchain/langgraph-checkpoint': '1.2.2',
  '@langchain/openai': '1.6.0',
  langchain: '1.5.14',
  zod: '4.6.7',
}

/** Pinned too, because the highest version in the registry is an old one that was published by mistake. */
const SDK = '1.15.0'

type Needs = { dependencies: Record<string, string>; development?: Record<string, string> }

/** What some files need besides. */
const NEEDS: Record<string, Needs> = {
  [MCP_FILE]: { dependencies: { '@langchain/mcp-adapters': '1.1.4' } },
  [PROVIDER_FILE]: { dependencies: { openai: '7.55.0' } },
  [JAVASCRIPT_FILE]: { dependencies: { 'quickjs-emscripten': '0.32.0' } },
  [POSTGRES_FILE]: {
    dependencies: { pg: '8.23.1', 'pg-cursor': '2.22.0' },
    development: { '@types/pg': '8.23.1', '@types/pg-cursor': '2.7.2' },
  },
}

const has = (paths: readonly string[], file: string) =>
  paths.some((path) => path === file || path.endsWith(`/${file}`))

/** The rules of SQLite files came to Node later than running TypeScript did. */
export const nodeFor = (paths: readonly string[]): string =>
  has(paths, SQLITE_FILE) ? '24.10' : '22.18'

/** What `importProject` reads back: which agent it was, and what the files were when they were written. */
export type Manifest = {
  name: string
  files: Record<string, string>
  /** Called agents, by the folder they are in. */
  agents?: Record<string, { key: string; agent: string; name: string; version: number | null }>
}

type PackageParts = {
  slug: string
  name: string
  files: readonly ExportedFile[]
  callees: PlannedCallees
}

export function packageJson({ slug, name, files, callees }: PackageParts): string {
  const paths = files.map(({ path }) => path)
  const needs = Object.entries(NEEDS).flatMap(([file, need]) => (has(paths, file) ? [need] : []))
  const more = (of: keyof Needs) => Object.assign({}, ...needs.map((need) => need[of]))
  const manifest: Manifest = {
    name,
    files: Object.fromEntries(
      files
        .filter(({ path }) => path !== DOCUMENT_FILE)
        .map(({ path, text }) => [path, fileHash(text)]),
    ),
    ...(callees.size > 0 && { agents: agentsOf(callees) }),
  }
  const json = {
    name: slug,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: `>=${nodeFor(paths)}` },
    scripts: { start: 'node --env-file-if-exists=.env run.ts', typecheck: 'tsc' },
    dependencies: { ...DEPENDENCIES, ...more('dependencies') },
    devDependencies: {
      '@types/node': '24.19.2',
      ...more('development'),
      typescript: '5.9.3',
    },
    overrides: { '@langchain/langgraph-sdk': SDK },
    pnpm: { overrides: { '@langchain/langgraph-sdk': SDK } },
    lathe: manifest,
  }
  return `${JSON.stringify(json, null, 2)}\n`
}

function agentsOf(callees: PlannedCallees): NonNullable<Manifest['agents']> {
  return Object.fromEntries(
    [...callees].map(([key, { folder, agent, name, version }]) => [
      folder,
      { key, agent, name, version },
    ]),
  )
}

/** Of the text, whatever its line ends became on the way. Hex sha256. */
export function fileHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text.replaceAll('\r\n', '\n'))))
}
