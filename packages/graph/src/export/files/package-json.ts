import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { RUNTIME } from '../parts/code.ts'
import { JAVASCRIPT } from '../tools/built-in.ts'
import { MCP } from '../tools/mcp-tool.ts'
import { MEDIA } from '../tools/media-tool.ts'
import { POSTGRES, SQLITE } from '../tools/sql-tool.ts'
import type { ExportedFile } from '../options.ts'
import type { PlannedAgents } from '../parts/called-agents.ts'
import { RUNTIME_PACKAGE } from './runtime-package.ts'

export const DOCUMENT_FILE = 'agent.lathe.json'
export const PACKAGE_FILE = 'package.json'

/** LangChain's packages work together only as this set. */
const DEPENDENCIES = {
  '@langchain/core': '1.4.0',
  '@langchain/langgraph': '1.7.3',
  '@langchain/langgraph-checkpoint': '1.2.2',
  '@langchain/openai': '1.6.0',
  [RUNTIME]: `file:./${RUNTIME_PACKAGE.path}`,
  zod: '4.6.7',
}

/** Pinned too, because the highest version in the registry is an old one that was published by mistake. */
const SDK = '1.15.0'

type Needs = { dependencies: Record<string, string>; development?: Record<string, string> }

/** Additional packages that some entry points of the runtime need. */
const NEEDS: Record<string, Needs> = {
  [MCP]: { dependencies: { '@langchain/mcp-adapters': '1.1.4' } },
  [MEDIA]: { dependencies: { openai: '7.55.0' } },
  [JAVASCRIPT]: { dependencies: { 'quickjs-emscripten': '0.32.0' } },
  [POSTGRES]: {
    dependencies: { pg: '8.23.1', 'pg-cursor': '2.22.0' },
    development: { '@types/pg': '8.23.1', '@types/pg-cursor': '2.7.2' },
  },
}

/** Whether the code of a project imports a module. */
export const importsModule = (files: readonly ExportedFile[], module: string): boolean =>
  files.some(({ path, text }) => /\.[jt]s$/.test(path) && text.includes(`from '${module}'`))

/** The lowest version of Node: SQLite's authorizer is newer than running TypeScript. */
export const minNodeVersion = (files: readonly ExportedFile[]): string =>
  importsModule(files, SQLITE) ? '24.10' : '22.18'

/** The part of `package.json` that `importProject` reads: the agent, and hashes of the generated files. */
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
  calledAgents: PlannedAgents
}

export function packageJson({ slug, name, files, calledAgents }: PackageParts): string {
  const needs = Object.entries(NEEDS).flatMap(([module, need]) =>
    importsModule(files, module) ? [need] : [],
  )
  const mergeNeeds = (of: keyof Needs) => Object.assign({}, ...needs.map((need) => need[of]))
  const manifest: Manifest = {
    name,
    files: Object.fromEntries(
      files
        .filter(({ path, encoding }) => path !== DOCUMENT_FILE && encoding === undefined)
        .map(({ path, text }) => [path, fileHash(text)]),
    ),
    ...(calledAgents.size > 0 && { agents: listAgents(calledAgents) }),
  }
  const json = {
    name: slug,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: `>=${minNodeVersion(files)}` },
    scripts: { start: 'node --env-file-if-exists=.env run.ts', typecheck: 'tsc' },
    dependencies: { ...DEPENDENCIES, ...mergeNeeds('dependencies') },
    devDependencies: {
      '@types/node': '24.19.2',
      ...mergeNeeds('development'),
      typescript: '5.9.3',
    },
    overrides: { '@langchain/langgraph-sdk': SDK },
    pnpm: { overrides: { '@langchain/langgraph-sdk': SDK } },
    lathe: manifest,
  }
  return `${JSON.stringify(json, null, 2)}\n`
}

function listAgents(calledAgents: PlannedAgents): NonNullable<Manifest['agents']> {
  return Object.fromEntries(
    [...calledAgents].map(([key, { folder, agent, name, version }]) => [
      folder,
      { key, agent, name, version },
    ]),
  )
}

/** Returns the hex SHA-256 of a text with its line ends normalized. */
export function fileHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text.replaceAll('\r\n', '\n'))))
}
