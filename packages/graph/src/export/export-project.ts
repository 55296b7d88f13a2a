import type { GraphDocument } from '@lathe/contract'
import { NO_CALLED_AGENTS } from '../called-agents/called-agents.ts'
import { ERROR_CHANNEL } from '../state/error-channel.ts'
import { exportBlockers } from './blockers.ts'
import { collectionConnections, collectionFiles } from './collections/files.ts'
import { planCollections } from './collections/plan.ts'
import { DOCUMENT_FILE, PACKAGE_FILE, packageJson } from './files/package-json.ts'
import { draftReadme, readme } from './files/readme.ts'
import { runFile } from './files/run.ts'
import { RUNTIME_PACKAGE } from './files/runtime-package.ts'
import {
  connectionSettings,
  envExample,
  gitignore,
  langgraphJson,
  tsconfig,
} from './files/settings.ts'
import { nodeModule } from './nodes/module.ts'
import type { ExportedFile, ExportOptions } from './options.ts'
import { planCalledAgents } from './parts/called-agents.ts'
import type { PlannedAgent, PlannedAgents } from './parts/called-agents.ts'
import { createUserCode } from './parts/code.ts'
import { graphModule } from './parts/graph.ts'
import { modelRegistry } from './parts/models.ts'
import { planProject } from './parts/plan.ts'
import type { Plan } from './parts/plan.ts'
import { stateModule } from './parts/state.ts'
import { mediaConnections } from './tools/media-tool.ts'
import { foreignTools, toolFiles, toolSettings } from './tools/module.ts'

/**
 * Exports a graph as a LangGraph project in TypeScript that contains its document. A document with errors is
 * exported with a list of them.
 */
export function exportProject(document: GraphDocument, options: ExportOptions): ExportedFile[] {
  const { name, slug, tools, promptOf = () => undefined } = options
  const documentFile = { path: DOCUMENT_FILE, text: documentText(document) }
  const blockers = exportBlockers(document, options)
  if (blockers.length > 0) {
    return finished(slug, name, [
      { path: 'README.md', text: draftReadme(name, blockers) },
      documentFile,
    ])
  }
  const byName = new Map(tools.map((tool) => [tool.name, tool]))
  const calledAgents = planCalledAgents(document, options.calledAgents ?? NO_CALLED_AGENTS)
  const collections = planCollections(options.collections ?? [])
  const common = { tools: byName, promptOf, calledAgents, collections }
  const plan = planProject({ ...common, document, name, slug, toRoot: '' })
  const main = codeFiles(plan, collectionFiles(collections))
  const calledProjects = [...calledAgents.values()].map((calledAgent) => {
    const calledAgentInput = {
      document: calledAgent.document,
      name: calledAgent.name,
      slug: calledAgent.agent,
    }
    const code = codeFiles(planProject({ ...common, ...calledAgentInput, toRoot: TO_ROOT }))
    return { ...code, files: inFolder(calledAgent, code.files) }
  })
  const parts = [main, ...calledProjects]
  const connections = new Map([
    ...parts.flatMap((part) => [...part.connections]),
    ...collectionConnections(collections),
  ])
  const unwritten = parts.flatMap((part) => part.unwritten)
  const files = parts.flatMap((part) => part.files)
  const toolSettings = [
    ...connectionSettings(connections),
    ...parts.flatMap((part) => part.settings),
  ]
  const settings = [
    ...new Map(toolSettings.map((setting) => [setting.description, setting])).values(),
  ]
  return finished(
    slug,
    name,
    [
      ...files,
      runFile(document),
      tsconfig,
      langgraphJson(slug),
      ...envExample(settings),
      gitignore,
      {
        path: 'README.md',
        text: readme({ document, name, settings, files, unwritten, calledAgents }),
      },
      documentFile,
      RUNTIME_PACKAGE,
    ],
    calledAgents,
  )
}

/** The path from `agents/prompt/` to the project. */
const TO_ROOT = '../../'

/** Moves a called agent's files into its folder, with its document. */
function inFolder({ folder, document }: PlannedAgent, files: readonly ExportedFile[]) {
  const documentFile = { path: DOCUMENT_FILE, text: documentText(document) }
  return [...files, documentFile].map(({ path, text }) => ({ path: `${folder}/${path}`, text }))
}

const documentText = (document: GraphDocument) => `${JSON.stringify(document, null, 2)}\n`

/** Writes the code of one document. */
function codeFiles(plan: Plan, beside: readonly ExportedFile[] = []) {
  const { document } = plan
  const locals = [...plan.nodes.values()].flatMap((node) => [...node.locals.keys()])
  const stateNames = new Set([...Object.keys(document.state), ERROR_CHANNEL, ...locals])
  const idents = [...plan.nodes.values()].map(({ ident }) => ident)
  const usedNames = [...idents, ...plan.toolIdents.values()]
  const userCode = createUserCode(stateNames, usedNames)
  const models = modelRegistry()
  const parts = { plan, userCode, models }
  const nodes = [...plan.nodes.values()].map((node) => nodeModule(parts, node))
  const modules = [graphModule(plan, userCode), stateModule(plan, userCode), ...nodes]
  const connections = models.connections()
  if (connections.size > 0) modules.push(models.module())
  const code = [...modules, ...userCode.modules()].map((module) => ({
    path: module.path,
    text: module.text(),
  }))
  return {
    files: [...code, ...toolFiles(plan), ...beside],
    connections: new Map([...mediaConnections(plan), ...connections]),
    unwritten: foreignTools(plan),
    settings: toolSettings(plan),
  }
}

/** Adds `package.json`, which contains hashes of the other files. */
function finished(
  slug: string,
  name: string,
  files: readonly ExportedFile[],
  calledAgents: PlannedAgents = new Map(),
): ExportedFile[] {
  const manifest = { path: PACKAGE_FILE, text: packageJson({ slug, name, files, calledAgents }) }
  return [...files, manifest]
}
