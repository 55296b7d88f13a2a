import { dirname, join } from 'node:path'

const SERVER = 'apps/server/src/'
const WEB = 'apps/web/src/'
const WEB_FEATURES = `${WEB}features/`

/** Files every domain may import: the context of a request, and how errors of a plain route become the contract's. */
const REQUEST = ['apps/server/src/api/context.ts', 'apps/server/src/api/mount-contract.ts']

/** The domains that each folder of the server may import, in addition to `platform`. */
const SERVER_DOMAINS: Record<string, readonly string[]> = {
  platform: [],
  agents: [],
  memory: [],
  models: [],
  'feedback-scales': [],
  system: [],
  tools: ['agents'],
  knowledge: ['agents', 'models'],
  traces: ['agents', 'models'],
  'saved-views': ['traces'],
  prompts: ['agents', 'traces'],
  threads: ['agents'],
  datasets: ['knowledge', 'traces'],
  runs: ['agents', 'memory', 'models', 'threads', 'traces'],
  comparisons: ['agents', 'models', 'runs', 'traces'],
}
/** Folders that may import every domain. */
const COMPOSITION = ['api', 'integrations', 'testing']

/** Workflows that join two domains or two features, and the additional domains that each may import. */
const WORKFLOWS: Record<string, readonly string[]> = {
  'apps/server/src/threads/stop-thread.ts': ['runs'],
  'apps/server/src/platform/db/payloads/payload-blocks.ts': ['traces'],
  'apps/server/src/platform/db/payloads/read-payloads.ts': ['traces'],
  'apps/server/src/api/context.ts': ['integrations'],
}

type Import = { specifier: string; isDynamic: boolean }

/** Returns why a file may not import another file of the same app, or null if it may. */
export function dependencyProblem(file: string, { specifier }: Import): string | null {
  if (!specifier.startsWith('.')) return null
  const to = join(dirname(file), specifier)
  if (file.startsWith(SERVER) && to.startsWith(SERVER)) return serverProblem(file, to)
  if (file.startsWith(WEB) && to.startsWith(WEB)) return webProblem(file, to)
  return null
}

function serverProblem(file: string, to: string): string | null {
  const from = domainOf(SERVER, file)
  const domain = domainOf(SERVER, to)
  if (from === undefined || domain === undefined || domain === from || REQUEST.includes(to)) {
    return null
  }
  if (domain === 'platform' || WORKFLOWS[file]?.includes(domain)) return null
  if (COMPOSITION.includes(from)) {
    const isAllowed = domain !== 'integrations' || from === 'testing'
    return isAllowed ? null : `${from} may not import integrations: ${to}`
  }
  const allowed = SERVER_DOMAINS[from]
  if (!allowed) return `belongs to the unknown domain ${from}: add it to SERVER_DOMAINS`
  return allowed.includes(domain) ? null : `${from} may not import ${domain}: ${to}`
}

/** Modules with which a component would load or send data. */
const LOADING = ['lib/api/api.ts', 'lib/api/query-client.ts'].map((file) => WEB + file)

function webProblem(file: string, to: string): string | null {
  const layer = domainOf(WEB, file)
  if (layer === 'ui' && LOADING.includes(to) && !file.includes('.test.')) {
    return `draws only. Move it to shared/ to use ${to}`
  }
  const isBelowShared = layer === 'ui' || layer === 'lib' || layer === 'theme'
  if (isBelowShared && to.startsWith(`${WEB}shared/`)) return `may not import shared/: ${to}`
  if (!to.startsWith(WEB_FEATURES)) return null

  const feature = domainOf(WEB_FEATURES, to)
  const from = domainOf(WEB_FEATURES, file)
  if (from === feature || (feature && WORKFLOWS[file]?.includes(feature))) return null
  if (from !== undefined) return `feature ${from} may not import feature ${feature}: ${to}`
  return isBelowShared || layer === 'shared' ? `may not import a feature: ${to}` : null
}

/**
 * Returns the folder directly below `root` that contains `path`. Undefined for files in `root`
 * itself.
 */
function domainOf(root: string, path: string): string | undefined {
  if (!path.startsWith(root)) return undefined
  const [folder, ...rest] = path.slice(root.length).split('/')
  return rest.length > 0 ? folder : undefined
}
