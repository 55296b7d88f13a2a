import type { JsonSchema } from '@lathe/contract'
import { searchToolSource } from '../collections/search-tool.ts'
import { toolIdent } from '../parts/plan.ts'
import type { Plan } from '../parts/plan.ts'
import { typeOf } from '../parts/types.ts'
import type { ExportedFile, ToolDescription } from '../options.ts'
import { indent, list } from '../print/layout.ts'
import { literal, quote } from '../print/literal.ts'
import { createModule } from '../print/module.ts'
import { BUILT_IN } from './built-in.ts'
import type { ToolSource } from './built-in.ts'
import { agentToolDescription, agentToolSource } from './agent-tool.ts'
import { codeToolSource } from './code-tool.ts'
import { mediaToolSource } from './media-tool.ts'
import { mcpSetting, mcpToolSource } from './mcp-tool.ts'
import { requestSetting, requestToolSource } from './request-tool.ts'
import type { Setting } from './setting.ts'
import { sqlSetting, sqlToolSource } from './sql-tool.ts'

/** The graph's tools without known code, which the project's owner writes. */
export const foreignTools = (plan: Plan): string[] =>
  usedTools(plan).filter((name) => toolSource(plan, name) === null)

const usedTools = ({ toolIdents }: Plan): string[] => [...toolIdents.keys()]

/** The environment variables of the graph's tools. */
export const toolSettings = (plan: Plan): Setting[] =>
  usedTools(plan).flatMap(
    (name) => requestSetting(plan, name) ?? sqlSetting(plan, name) ?? mcpSetting(plan, name) ?? [],
  )

/** Writes `tools.ts` and the files of its tools; no files without tools. */
export function toolFiles(plan: Plan): ExportedFile[] {
  const names = usedTools(plan)
  if (names.length === 0) return []
  const module = createModule('tools.ts')
  module.use('tool', '@langchain/core/tools')
  const files = new Map<string, ExportedFile>()
  for (const name of names) {
    const description = agentToolDescription(plan, name) ??
      plan.tools.get(name) ?? { name, description: name, schema: ANYTHING }
    const source = toolSource(plan, name)
    for (const [item, file] of Object.entries(source?.imports ?? {})) module.use(item, file)
    for (const [path, text] of Object.entries(source?.files ?? {})) files.set(path, { path, text })
    module.add(toolCode(toolIdent(plan, name), description, source?.run ?? unwritten(description)))
  }
  return [{ path: module.path, text: module.text() }, ...files.values()]
}

const toolSource = (plan: Plan, name: string): ToolSource | null =>
  (Object.hasOwn(BUILT_IN, name) && BUILT_IN[name]) ||
  searchToolSource(plan, name) ||
  codeToolSource(plan, name) ||
  mcpToolSource(plan, name) ||
  mediaToolSource(plan, name) ||
  requestToolSource(plan, name) ||
  sqlToolSource(plan, name) ||
  agentToolSource(plan, name)

const ANYTHING: JsonSchema = { type: 'object' }

function unwritten({ name }: ToolDescription): string {
  const message = `${name} is not part of this project: implement it here`
  return `() => {\n  throw new Error(${quote(message)})\n}`
}

function toolCode(
  ident: string,
  { name, description, schema }: ToolDescription,
  run: string,
): string {
  const typed = /^\((?:\{[^}]*\}|args(?=[,)]))/.exec(run)?.[0]
  const typedRun = typed ? run.replace(typed, `${typed}: ${typeOf(schema)}`) : run
  const fields = [
    `name: ${quote(name)}`,
    `description: ${literal(description)}`,
    `schema: ${literal(schema)}`,
  ]
  const args = [typedRun, list('{}', fields)].map((arg) => `${indent(arg)},`)
  return `export const ${ident} = tool(\n${args.join('\n')}\n)`
}
