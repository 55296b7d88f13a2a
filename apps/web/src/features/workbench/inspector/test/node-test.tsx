import {
  type GraphDocument,
  type GraphNode,
  isEnded,
  type Json,
  type JsonObject,
  type JsonSchema,
  type PinnedOutput,
  type Span,
} from '@lathe/contract'
import { Button, SegmentedControl } from '@mantine/core'
import { IconFlask, IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { errorCode } from '../../../../lib/api/describe-error.ts'
import { EmptyState } from '../../../../ui/feedback/empty-state.tsx'
import { ErrorPanel } from '../../../../ui/feedback/error-panel.tsx'
import { focusInvalid } from '../../../../ui/schema-form/use-checked-form.ts'
import { SchemaFields } from '../../../../ui/schema-form/schema-field.tsx'
import { useSchemaForm } from '../../../../ui/schema-form/use-schema-form.ts'
import { usePin } from '../../debug-options.ts'
import { useSetSearch } from '../../use-workbench-search.ts'
import { useDocument, useWorkbench } from '../../workbench-context.ts'
import { type NodeVisits, useNodeVisits, VisitPicker } from '../visits/visit-picker.tsx'
import { TestResult } from './test-result.tsx'
import styles from './test.module.css'
import { channelSchema, initialValue, localNames, nodeReads } from '@lathe/graph'
import { omitKeys } from '../../../../lib/values/omit-keys.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useStore } from 'zustand'
import { api, client } from '../../../../lib/api/api.ts'
import { getCallsOption } from '../../called-agents.ts'
import { createRunStore, followRun } from '../../run/run-store.ts'

/** Runs this node alone with a state from a run or from the form. */
export function NodeTest({ id, node }: { id: string; node: GraphNode }) {
  const { runGraph } = useWorkbench()
  const visits = useNodeVisits(id)
  if (runGraph?.version === null) {
    return (
      <EmptyState
        title="This is not the draft"
        hint="Tests run the current node. Go back to the draft to test it."
      />
    )
  }
  if (visits.isPending) return null
  return (
    <>
      {visits.runs.length > 0 && (
        <div className={styles.picker}>
          <VisitPicker nodeVisits={visits} />
        </div>
      )}
      <TestForm
        // Selecting another visit resets the form.
        key={visits.detail?.id ?? ''}
        id={id}
        node={node}
        visits={visits}
      />
    </>
  )
}

const LABELS: Record<TestMode, string> = { live: 'Live', recorded: 'Recorded', pinned: 'Pinned' }

type TestFormProps = { id: string; node: GraphNode; visits: NodeVisits }

function TestForm({ id, node, visits }: TestFormProps) {
  const document = useDocument()
  const { example } = useWorkbench()
  const [schema] = useState(() => testSchema(document, id, visits.values))
  const form = useSchemaForm(schema, firstInputs(document, schema, visits.values, example))
  const pin = usePin(id)
  const [mode, setMode] = useState<TestMode>('live')
  const modes: TestMode[] = [
    'live',
    ...(visits.detail ? (['recorded'] as const) : []),
    ...(pin ? (['pinned'] as const) : []),
  ]
  const selectedMode = modes.includes(mode) ? mode : 'live'
  const test = useTestRun(id)
  const setSearch = useSetSearch()
  const ref = useRef<HTMLFormElement>(null)

  const submit = () => {
    if (test.isRunning) return
    const input = form.submit()
    if (!input) return focusInvalid(ref.current, 'textarea')
    test.start({ input, mode: selectedMode, pin, visit: visits.detail })
  }
  return (
    <>
      <form
        ref={ref}
        className={styles.form}
        aria-label="Test this node"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {form.fields.length === 0 ? (
          <p className={styles.note}>This node reads no channels.</p>
        ) : (
          <SchemaFields form={form} />
        )}
        <div className={styles.actions}>
          {modes.length > 1 && (
            <SegmentedControl
              size="xs"
              aria-label="Answers"
              value={selectedMode}
              onChange={(value) => setMode(modes.find((option) => option === value) ?? 'live')}
              data={modes.map((value) => ({ value, label: LABELS[value] }))}
            />
          )}
          {test.isRunning ? (
            <Button
              variant="default"
              leftSection={<IconPlayerStopFilled size={14} />}
              onClick={test.cancel}
            >
              Cancel
            </Button>
          ) : (
            <Button type="submit" leftSection={<IconFlask size={14} />} loading={test.isStarting}>
              Run this node
            </Button>
          )}
        </div>
        {selectedMode === 'recorded' && (
          <p className={styles.note}>
            Replays the answers of the selected run without external calls or costs.
          </p>
        )}
        {test.error && <ErrorPanel action="run the node" error={test.error} />}
        {errorCode(test.error) === 'GRAPH_INVALID' && (
          <Button size="xs" variant="default" onClick={() => setSearch({ tab: 'problems' })}>
            Show problems
          </Button>
        )}
      </form>
      {test.runId !== undefined && (
        <TestResult key={test.runId} id={id} node={node} runId={test.runId} store={test.store} />
      )}
    </>
  )
}

type InputValues = Readonly<Record<string, Json>>

/**
 * Returns the form schema of a node's inputs: its channels, and names that only a fan-out copy or
 * an error handler has. All fields are optional, because nodes must handle missing values.
 */
export function testSchema(
  document: GraphDocument,
  id: string,
  visitValues: InputValues | undefined,
): JsonSchema {
  const node = document.nodes[id]
  if (!node) return { type: 'object', properties: {} }
  const { uses, all } = nodeReads(node)
  const channels = all ? Object.keys(document.state) : uses.map(({ channel }) => channel)
  const locals = new Set(localNames(document, id))
  const names = [...new Set([...channels, ...locals])]
  const properties = names.flatMap((name): [string, JsonSchema][] => {
    const channel = Object.hasOwn(document.state, name) ? document.state[name] : undefined
    if (channel) return [[name, omitKeys(channelSchema(channel), 'default')]]
    return locals.has(name) ? [[name, inferSchema(visitValues?.[name])]] : []
  })
  return { type: 'object', properties: Object.fromEntries(properties), required: [] }
}

/** Returns the initial values of a test: those of the visit, or else the channel defaults. */
export function firstInputs(
  { state }: GraphDocument,
  { properties }: JsonSchema,
  visitValues: InputValues | undefined,
  example: InputValues,
): Record<string, Json> {
  const names = Object.keys(properties ?? {})
  const values = names.flatMap((name): [string, Json][] => {
    const channel = state[name]
    const first = channel && initialValue(channel)
    const value = visitValues ? visitValues[name] : (example[name] ?? first)
    return value === undefined || value === null ? [] : [[name, value]]
  })
  return Object.fromEntries(values)
}

/** Infers the schema of an element without a declared type. */
function inferSchema(value: Json | undefined): JsonSchema {
  if (value === undefined || value === null) return {}
  return { type: Array.isArray(value) ? 'array' : typeof value }
}

/** Source of the answers: live calls, the recording of a past run, or the pinned output. */
type TestMode = 'live' | 'recorded' | 'pinned'

type TestRequest = {
  input: JsonObject
  mode: TestMode
  pin: PinnedOutput | undefined
  /** The execution to replay. */
  visit: Span | undefined
}

/** Starts and follows test runs of one node. */
function useTestRun(node: string) {
  const { agentId, autosave, runGraph } = useWorkbench()
  const queries = useQueryClient()
  const [store] = useState(createRunStore)
  const list = api.runs.list.queryOptions({ input: { agent: agentId, only: node, limit: 1 } })
  const { data: runs } = useQuery(list)
  const start = useMutation({
    mutationFn: async ({ input, mode, pin, visit }: TestRequest) => {
      await autosave.flush()
      return client.runs.start({
        agent: agentId,
        version: runGraph?.version ?? 'draft',
        ...(!runGraph && { calls: getCallsOption(agentId) }),
        input,
        only: node,
        source: 'user',
        ...(mode === 'pinned' && pin && { pinned: { [node]: pin } }),
        ...(mode === 'recorded' &&
          visit && { recording: { runId: visit.traceId, spanId: visit.id } }),
      })
    },
    onSuccess: () => void queries.invalidateQueries({ queryKey: list.queryKey }),
  })
  const cancel = useMutation(api.runs.cancel.mutationOptions())
  const runId = start.data?.id ?? runs?.items[0]?.id
  const status = useStore(store, ({ view }) => view.status)

  useEffect(() => {
    if (runId === undefined) return undefined
    const controller = new AbortController()
    store.open(runId)
    const open = async (after: number, signal: AbortSignal) =>
      client.runs.events({ id: runId, after }, { signal })
    void followRun(store, open, controller.signal).then(() => {
      if (!controller.signal.aborted) void queries.invalidateQueries({ queryKey: api.runs.key() })
    })
    return () => controller.abort()
  }, [store, runId, queries])

  return {
    runId,
    store,
    start: start.mutate,
    cancel: () => {
      if (runId !== undefined) cancel.mutate({ id: runId })
    },
    isStarting: start.isPending,
    isRunning: status !== null && status !== 'interrupted' && !isEnded(status),
    error: start.error,
  }
}
