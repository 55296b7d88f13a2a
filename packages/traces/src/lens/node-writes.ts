import type { Json, JsonObject, SpanDetail } from '@lathe/contract'
import { isObject, listOf, textOf } from '../external/fields.ts'

/** What a node's execution gave back: its updates of channels, and where it sent the graph itself. */
export type NodeWrites = { updates: readonly JsonObject[]; goto: readonly string[] }

/** From a span's outputs, as LangGraph's tracers record them. */
export function writesOf({ outputs }: Pick<SpanDetail, 'outputs'>): NodeWrites {
  const given = listOf(unwrapped(outputs)).filter((one) => isObject(one))
  const updates: JsonObject[] = []
  const goto: string[] = []
  for (const one of given) {
    if (!isCommand(one)) updates.push(one)
    else {
      if (isObject(one['update'])) updates.push(one['update'])
      goto.push(...targetsOf(one['goto']))
    }
  }
  return { updates, goto }
}

/** Tracers put what is no object under `output`: nothing, a list, in Python a command too. */
function unwrapped(outputs: Json): Json {
  if (!isObject(outputs)) return []
  const held = outputs['output']
  const isAlone = held !== undefined && Object.keys(outputs).length === 1
  if (isAlone && held === null) return []
  const isWrapped = isAlone && (isCommands(held) || (isObject(held) && isCommand(held)))
  return [isWrapped ? held : outputs].flat()
}

const isCommands = (value: Json | undefined) =>
  Array.isArray(value) && value.some((one) => isObject(one) && isCommand(one))

const isCommand = (value: JsonObject): boolean =>
  value['lg_name'] === 'Command' ||
  ['graph', 'update', 'resume', 'goto'].every((field) => field in value)

const targetsOf = (goto: Json | undefined): string[] =>
  [goto ?? null].flat().flatMap((to) => textOf(isObject(to) ? to['node'] : to) ?? [])
