import type {
  GraphDocument,
  GraphNode,
  Json,
  ReplayMode,
  RunVersion,
  StandIn,
  StartReplay,
  Tool,
} from '@lathe/contract'
import { hashDocument } from '@lathe/graph'
import { nodeTools } from '@lathe/nodes'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '../../../lib/api/api.ts'

/** The state of the replay form. Values that a mode does not use are kept but not sent. */
export type ReplayDraft = {
  mode: ReplayMode
  nodes: string[]
  superstep: number
  version: RunVersion
  onMiss: 'fail' | 'live'
  writes: string[]
  standIn: StandIn
  /** Nodes edited for this replay. */
  edits: Readonly<Record<string, GraphNode>>
  results: Readonly<Record<string, Json>>
  speed: number
}

const editedGraph = (
  graph: GraphDocument,
  edits: ReplayDraft['edits'],
): GraphDocument | undefined => {
  const edited = { ...graph, nodes: { ...graph.nodes, ...edits } }
  return hashDocument(edited) === hashDocument(graph) ? undefined : edited
}

/** Converts the form to the request. */
export function toStart(traceId: string, draft: ReplayDraft, graph: GraphDocument): StartReplay {
  const { mode, nodes, superstep, version, writes, standIn, results, speed } = draft
  const edits = Object.fromEntries(Object.entries(draft.edits).filter(([id]) => nodes.includes(id)))
  const edited = mode === 'only-live' ? editedGraph(graph, edits) : undefined
  return {
    traceId,
    mode,
    ...(mode === 'only-live' && { nodes }),
    ...(mode === 'until' && { superstep }),
    ...(mode === 'version' && { version }),
    ...(edited && { graph: edited }),
    ...(Object.keys(results).length > 0 && mode !== 'live' && { results }),
    onMiss: mode === 'exact' ? 'fail' : draft.onMiss,
    writes: mode === 'exact' ? [] : writes,
    standIn,
    speed,
  }
}

/** Why the replay cannot start. Undefined if it can. */
export function findDraftProblem({ mode, nodes }: ReplayDraft): string | undefined {
  return mode === 'only-live' && nodes.length === 0
    ? 'Select at least one node to run live.'
    : undefined
}

/** Starts a replay and opens it. */
export function useStartReplay() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useMutation(
    api.replays.start.mutationOptions({
      onSuccess: async ({ id }) => {
        void queries.invalidateQueries({ queryKey: api.replays.list.key() })
        await navigate({ to: '/replays/$replayId', params: { replayId: id }, search: {} })
      },
    }),
  )
}

/** The graph's tools with side effects. */
export function writeTools({ nodes }: GraphDocument, tools: readonly Tool[]): string[] {
  const usedNodes = new Set(Object.values(nodes).flatMap(nodeTools))
  return tools.flatMap(({ name, effect }) =>
    effect === 'write' && usedNodes.has(name) ? [name] : [],
  )
}
