import { Switch, Select } from '@mantine/core'
import { type Effect, type GraphNode, END, type GraphDocument } from '@lathe/contract'
import { connect } from '@lathe/graph'
import { useMemo } from 'react'
import { ChoiceField, DurationField, NumberField } from '../fields/scalar-fields.tsx'
import { Section } from '../section.tsx'
import { ANY_KIND, useMember, setOrDrop } from '../use-member.ts'
import { CodeTextField } from '../fields/code-text-field.tsx'
import { memoize } from '../../../../lib/browser/memoize.ts'
import { useWorkbenchState, useWorkbench } from '../../workbench-context.ts'
import styles from '../inspector.module.css'

const EFFECTS: { value: Effect; label: string }[] = [
  { value: 'pure', label: 'No side effects' },
  { value: 'read', label: 'Reads external data' },
  { value: 'write', label: 'Has side effects' },
]

/** Settings of every node kind: retries, time limit, cache and error edge. */
export function CommonFields({ id }: { id: string }) {
  const [retry, setRetry] = useMember(id, ANY_KIND, 'retry')
  const [timeoutMs, setTimeoutMs] = useMember(id, ANY_KIND, 'timeoutMs')
  const [cache, setCache] = useMember(id, ANY_KIND, 'cache')
  const [defer, setDefer] = useMember(id, ANY_KIND, 'defer')
  const [effect, setEffect] = useMember(id, ANY_KIND, 'effect')
  const set = [
    retry && `${retry.attempts} attempts`,
    timeoutMs !== undefined && 'time limit',
    cache && 'cached',
    defer && 'waits',
  ].filter(Boolean)

  return (
    <Section title="Execution" isFolded note={set.join(', ')}>
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
        description="Changes that a repeated execution makes outside the graph."
        placeholder="Same as its tools"
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

const DEFAULT_CACHE = { ttlSeconds: 3_600 }

/** Reuses the result for equal inputs. */
function CacheFields({ value: cache, onChange }: CacheFieldsProps) {
  return (
    <>
      <Switch
        label="Cache results"
        checked={cache !== undefined}
        onChange={({ currentTarget }) =>
          onChange(currentTarget.checked ? DEFAULT_CACHE : undefined)
        }
      />
      {cache && (
        <>
          <DurationField
            field="cache.ttlSeconds"
            label="Expires after"
            value={cache.ttlSeconds * 1_000}
            onChange={(ms) => {
              const ttlSeconds = Math.max(1, Math.round((ms ?? 0) / 1_000))
              onChange({ ...cache, ttlSeconds }, 'cache.ttlSeconds')
            }}
          />
          <CodeTextField
            field="cache.key"
            label="Key"
            description="Inputs with equal keys share a result. Leave blank to use the whole input."
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

/** Selects the node that runs after a final error. Without one the run fails. */
function ErrorEdgeField({ id }: { id: string }) {
  const { store } = useWorkbench()
  const target = useWorkbenchState(
    ({ document }) => document.edges.find((edge) => edge.from === id && edge.when === 'error')?.to,
  )
  // A string, so that only changed names cause a render.
  const nodeNamesJson = useWorkbenchState(({ document }) => nodeNames(document))
  const options = useMemo(() => {
    const all: Option[] = JSON.parse(nodeNamesJson)
    return [...all.filter(({ value }) => value !== id), { value: END, label: 'End' }]
  }, [nodeNamesJson, id])

  return (
    <Select
      label="On error go to"
      placeholder="Fail the run"
      data={options}
      value={target ?? null}
      clearable
      searchable
      onChange={(to) => store.edit((document) => setErrorEdge(document, id, to))}
    />
  )
}

type Option = { value: string; label: string }

const nodeNames = memoize(({ nodes }: GraphDocument) =>
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

/** How often a failing node is retried, with which delays. */
function RetryFields({ value: retry, onChange }: RetryFieldsProps) {
  const set = (key: keyof typeof FIRST_RETRY, value: number | undefined) =>
    onChange({ ...FIRST_RETRY, ...retry, [key]: value ?? FIRST_RETRY[key] }, `retry.${key}`)

  return (
    <>
      <Switch
        label="Retry on failure"
        checked={retry !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? FIRST_RETRY : undefined)}
      />
      {retry && (
        <>
          <div className={styles.pair}>
            <NumberField
              field="retry.attempts"
              label="Maximum attempts"
              limits={{ min: 2, max: 10 }}
              value={retry.attempts}
              onChange={(value) => set('attempts', value)}
            />
            <NumberField
              field="retry.factor"
              label="Backoff factor"
              limits={{ min: 1, max: 10, step: 0.5, isInteger: false }}
              value={retry.factor}
              onChange={(value) => set('factor', value)}
            />
          </div>
          <DurationField
            field="retry.initialMs"
            label="Initial delay"
            value={retry.initialMs}
            onChange={(value) => set('initialMs', value ?? 0)}
          />
          <DurationField
            field="retry.maxMs"
            label="Maximum delay"
            value={retry.maxMs}
            onChange={(value) => set('maxMs', value)}
          />
        </>
      )}
    </>
  )
}
