import type { ComparisonPlan, SpanDetail, Trace, Json } from '@lathe/contract'
import { Button } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { readModelInputs } from '@lathe/traces'
import { client } from '../../lib/api/api.ts'
import { plural } from '../../lib/format/format.ts'
import { describeError, errorCode } from '../../lib/api/describe-error.ts'
import { showToast } from '../../ui/feedback/undo-toast.tsx'

type NewPlan = Pick<ComparisonPlan, 'variants' | 'cases'> & { sameRecording?: boolean }

function useOpenComparison<Source>(
  buildPlan: (source: Source) => Promise<{ name: string; plan: NewPlan; notes?: string[] }>,
  /** The pane opened beside the grid. */
  open?: string,
) {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (source: Source) => {
      const { name, plan, notes = [] } = await buildPlan(source)
      const newComparison = { name: name.slice(0, 100) || 'From a trace', plan }
      const { id } = await client.comparisons.create(newComparison)
      return { id, notes }
    },
    onSuccess: ({ id, notes }) => {
      if (notes.length > 0) showToast(`${notes.join('. ')}.`)
      void navigate({ to: '/compare/$id', params: { id }, search: { open } })
    },
    onError: (error) => showToast(describeError(error).message, 'error'),
  })
}

/** Opens a model call in Compare with its messages, settings and variables. */
export function OpenInCompare({ span }: { span: SpanDetail }) {
  const open = useOpenComparison(loadSpanPlan, 'variant.v1')
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconColumns3 size={14} />}
      loading={open.isPending}
      onClick={() => open.mutate(span)}
    >
      Open in Compare
    </Button>
  )
}

async function loadSpanPlan(span: SpanDetail) {
  const { planFromSpan, toolNames } = await import('../../lib/values/plan-from-span.ts')
  const { traceId, node: id } = span
  const { trace } = await client.traces.get({ id: traceId })
  const graph =
    trace.runId === null
      ? undefined
      : await client.runs.graph({ id: trace.runId }).catch(() => undefined)
  const node = id === null ? undefined : graph?.nodes[id]
  const modelInputs = readModelInputs(span.inputs, span.metadata)
  const offeredTools = modelInputs ? toolNames(modelInputs) : []
  const tools = new Set(
    offeredTools.length === 0 ? [] : (await client.tools.list()).map(({ name }) => name),
  )
  const result = planFromSpan({
    span,
    tools,
    node,
    state: node && (await loadNodeState(span)),
  })
  if (!result) throw new Error('This call has no recorded messages')
  const { differences: notes, ...plan } = result
  const missing = offeredTools.filter((name) => !tools.has(name))
  const count = plural(missing.length, 'tool')
  if (missing.length > 0)
    notes.push(`${count} not available in Lathe and left out: ${missing.join(', ')}`)
  return { name: trace.title || span.name, plan, notes }
}

/** Creates a comparison with this agent run as its first case. */
export function useCompareTrace() {
  return useOpenComparison(async ({ id }: Trace) => planFromRuns([id]))
}

/** Creates a comparison with these agent runs as its cases. */
export function useCompareTraces() {
  return useOpenComparison(async (list: () => Promise<string[]>) => planFromRuns(await list()))
}

async function planFromRuns(traceIds: readonly string[]) {
  const { buildRunsPlan } = await import('./runs-plan.ts')
  return await buildRunsPlan(traceIds)
}

/**
 * The state the call's node read. Undefined if the parent span belongs to another node or was not
 * sent.
 */
export async function loadNodeState({
  traceId,
  parentId,
  node,
}: Pick<SpanDetail, 'traceId' | 'parentId' | 'node'>): Promise<Json | undefined> {
  if (parentId === null) return undefined
  try {
    const parent = await client.traces.span({ traceId, spanId: parentId })
    return parent.node === node ? parent.inputs : undefined
  } catch (error) {
    if (errorCode(error) === 'NO_SUCH_SPAN') return undefined
    throw error
  }
}
