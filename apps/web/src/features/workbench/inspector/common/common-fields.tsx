import { Switch, Select } from '@mantine/core'
import { type Effect, type GraphNode, END, type GraphDocument } from '@lathe/contract'
import { connect } from '@lathe/graph'
import { useMemo } from 'react'
import { ChoiceField, DurationField, NumberField } from '../fields/scalar-fields.tsx'
import { Section } from '../section.tsx'
import { ANY_KIND, useMember, setOrDrop } from '../use-member.ts'
import { CodeTextField } from '../fields/code-text-field.tsx'
import { remember } from '../../../../lib/remember.ts'
import { useWorkbenchState, useWorkbench } from '../../workbench-context.ts'
import styles from '../inspector.module.css'

const EFFECTS: { value: Effect; label: string }[] = [
  { value: 'pure', label: 'Computes only' },
  { value: 'read', label: 'Reads the world' },
  { value: 'write', label: 'Changes the world' },
]

/** What any node may have: another try, a limit, a cache, a way out of an error. */
export function CommonFields({ id }: { id: string }) {
  const [retry, setRetry] = useMember(id, ANY_KIND, 'retry')
  const [timeoutMs, setTimeoutMs] = useMember(id, ANY_KIND, 'timeoutMs')
  const [cache, setCache] = useMember(id, ANY_KIND, 'cache')
  const [defer, setDefer] = useMember(id, ANY_KIND, 'defer')
  const [effect, setEffect] = useMember(id, ANY_KIND, 'effect')
  const set = [
    retry && `${retry.attempts} tries`,
    timeoutMs !== undefined && 'time limit',
    cache && 'cached',
    defer && 'waits',
  ].filter(Boolean)

  return (
    <Section title="When it runs" isFolded note={set.join(', ')}>
      <ErrorEdgeField id={id} />
      <RetryFields value={retry} onChange={setRetry} />
      <DurationField
        field="timeoutMs"
        label="Time limit"
        placeholder="None"
        value={timeoutMs}
        onChange={(ms) => setTimeoutMs(ms)}
      />
      <CacheFields value={cache} onChange={setCache} />
      <Switch
        label="Wait for all parallel branches"
        checked={defer ?? false}
        onChange={({ currentTarget }) => setDefer(currentTarget.checked || undefined)}
      />
      <ChoiceField
        field="effect"
        label="Effect"
        description="What a second execution would do to the world."
        placeholder="As its tools"
        isClearable
        options={EFFECTS}
        value={effect}
        onChange={(value) => setEffect(value)}
      />
    </Section>
  )
}

type Cache = GraphNode['cache']

type CacheFieldsProps = {
  value: Cache
  onChange: (value: Cache, field?: string) => void
}

const FIRST = { ttlSeconds: 3_600 }

/** Whether the same input gives the answer of the time before. */
function CacheFields({ value: cache, onChange }: CacheFieldsProps) {
  return (
    <>
      <Switch
        label="Remember results"
        checked={cache !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? FIRST : undefined)}
      />
      {cache && (
        <>
          <DurationField
            field="cache.ttlSeconds"
            label="For"
            value={cache.ttlSeconds * 1_000}
            onChange={(ms) => {
              const ttlSeconds = Math.max(1, Math.round((ms ?? 0) / 1_000))
              onChange({ ...cache, ttlSeconds }, 'cache.ttlSeconds')
            }}
          />
          <CodeTextField
            field="cache.key"
            label="Key"
            description="Two inputs of one key count as the same; empty means the whole input."
            kind="expression"
            value={cache.key ?? ''}
            onChange={(key) =>
              onChange(setOrDrop(cache, 'key', key === '' ? undefined : key), 'cache.key')
            }
          />
        </>
      )}
    </>
  )
}

/** Where the run goes on when the node fails in the end; without a way the run fails. */
function ErrorEdgeField({ id }: { id: string }) {
  const { store } = useWorkbench()
  const target = useWorkbenchState(
    ({ document }) => document.edges.find((edge) => edge.from === id && edge.when === 'error')?.to,
  )
  // A text, so that only other names are offered anew.
  const nodeNamesJson = useWorkbenchState(({ document }) => nodeNames(document))
  const options = useMemo(() => {
    const all: Option[] = JSON.parse(nodeNamesJson)
    return [...all.filter(({ value }) => value !== id), { value: END, label: 'End' }]
  }, [nodeNamesJson, id])

  return (
    <Select
      label="On error go to"
      placeholder="The run fails"
      data={options}
      value={target ?? null}
      clearable
      searchable
      onChange={(to) => store.edit((document) => setErrorEdge(document, id, to))}
    />
  )
}

type Option = { value: string; label: string }

const nodeNames = remember(({ nodes }: GraphDocument) =>
  JSON.stringify(
    Object.entries(nodes).map(([value, { title }]): Option => ({ value, label: title ?? value })),
  ),
)

function setErrorEdge(document: GraphDocument, id: string, to: string | null): GraphDocument {
  const edges = document.edges.filter((edge) => edge.from !== id || edge.when !== 'error')
  const withoutErrorEdge = { ...document, edges }
  if (to === null) return withoutErrorEdge
  const edit = connect(withoutErrorEdge, { from: id, when: 'error', to })
  return edit.ok ? edit.document : document
}

type Retry = GraphNode['retry']

type RetryFieldsProps = {
  value: Retry
  onChange: (value: Retry, field?: string) => void
}

const FIRST_RETRY = { attempts: 3, initialMs: 500, factor: 2, maxMs: 128_000 }

/** How often a failing node is tried, and how long it waits in between. */
function RetryFields({ value: retry, onChange }: RetryFieldsProps) {
  const set = (key: keyof typeof FIRST_RETRY, value: number | undefined) =>
    onChange({ ...FIRST_RETRY, ...retry, [key]: value ?? FIRST_RETRY[key] }, `retry.${key}`)

  return (
    <>
      <Switch
        label="Try again when it fails"
        checked={retry !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? FIRST_RETRY : undefined)}
      />
      {retry && (
        <>
          <div className={styles.pair}>
            <NumberField
              field="retry.attempts"
              label="Tries in all"
              limits={{ min: 2, max: 10 }}
              value={retry.attempts}
              onChange={(value) => set('attempts', value)}
            />
            <NumberField
              field="retry.factor"
              label="Wait grows by"
              limits={{ min: 1, max: 10, step: 0.5, isWhole: false }}
              value={retry.factor}
              onChange={(value) => set('factor', value)}
            />
          </div>
          <DurationField
            field="retry.initialMs"
            label="First wait"
            value={retry.initialMs}
            onChange={(value) => set('initialMs', value ?? 0)}
          />
          <DurationField
            field="retry.maxMs"
            label="Longest wait"
            value={retry.maxMs}
            onChange={(value) => set('maxMs', value)}
          />
        </>
      )}
    </>
  )
}
