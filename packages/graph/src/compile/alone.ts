import type { Channel, GraphDocument, GraphEdge, JsonObject } from '@lathe/contract'
import { END, START } from '@lathe/contract'
import { portsAt } from '../kinds/ports.ts'
import { jsonType } from '../state/accepts.ts'
import { ERROR_CHANNEL } from '../state/error-channel.ts'

/**
 * Builds a graph around one node: from the start to it, and from each of its ports to the end.
 * Channels have no defaults, because `values` is its complete state; names that only exist in a
 * fan-out copy or at an error target become channels.
 */
export function aloneDocument(
  document: GraphDocument,
  id: string,
  values: JsonObject,
): GraphDocument {
  const state: Record<string, Channel> = {}
  for (const [name, { default: _, ...channel }] of Object.entries(document.state)) {
    state[name] = channel
  }
  for (const [name, value] of Object.entries(values)) {
    if (!Object.hasOwn(state, name)) state[name] = { type: typeOf(value) }
  }
  return {
    ...document,
    state,
    input: Object.keys(values),
    output: [],
    edges: listEdges(document, id),
  }
}

/** Returns the node's state: the given values over the channels' defaults. */
export function aloneInput(document: GraphDocument, values: JsonObject): JsonObject {
  const defaults = Object.entries(document.state).flatMap(([name, channel]) =>
    channel.default === undefined ? [] : [[name, channel.default]],
  )
  return { ...Object.fromEntries(defaults), ...values }
}

/**
 * Returns names that a node may read besides channels: the element of a copy, and the error before
 * it.
 */
export function localNames(document: GraphDocument, id: string): string[] {
  const entering = document.edges.filter(({ to }) => to === id)
  return [
    ...new Set(
      entering.flatMap(({ each, when }) => [
        ...(each ? [each.as] : []),
        ...(when === 'error' ? [ERROR_CHANNEL] : []),
      ]),
    ),
  ]
}

function listEdges(document: GraphDocument, id: string): GraphEdge[] {
  const ports = portsAt(document, id).filter(({ role }) => role !== 'error')
  return [
    { from: START, to: id },
    ...ports.map(({ name }) => ({ from: id, to: END, ...(name !== null && { when: name }) })),
  ]
}

function typeOf(value: JsonObject[string]): Channel['type'] {
  const type = jsonType(value)
  return type === 'null' ? 'string' : type
}
