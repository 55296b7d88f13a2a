import { Button, Switch } from '@mantine/core'
import { type GraphDocument, type GraphEdge, ChannelName } from '@lathe/contract'
import { disconnect, portsAt, setEdge, nodeWrites } from '@lathe/graph'
import { nodeTitle } from '../../../lib/format/node-title.ts'
import { showToast } from '../../../ui/feedback/undo-toast.tsx'
import { edgeIndex, edgeKeyAt, selectEdge } from '../store/selection.ts'
import { useDocument, useWorkbench } from '../workbench-context.ts'
import { ChoiceField, NumberField, TextField } from './fields/scalar-fields.tsx'
import { CodeTextField } from './fields/code-text-field.tsx'
import { FormScopeContext } from './fields/form-scope.ts'
import { setOrDrop } from './use-member.ts'
import styles from './inspector.module.css'
import { PlaceProblems } from './place-problems.tsx'
import { Section } from './section.tsx'

/** Settings of an edge: port, fan-out and limit. */
export function EdgeInspector({ edgeKey }: { edgeKey: string }) {
  const { store } = useWorkbench()
  const document = useDocument()
  const index = edgeIndex(document, edgeKey)
  const edge = document.edges[index]
  if (!edge) return null

  const change = (next: GraphEdge, field: string) => {
    const edit = setEdge(store.getState().document, index, next)
    if (!edit.ok) return showToast(edit.reason, 'error')
    store.edit(() => edit.document, `${edgeKey}.${field}`)
    const key = edgeKeyAt(edit.document, index)
    if (key !== undefined && key !== edgeKey) store.select(selectEdge(key))
    return undefined
  }

  return (
    <FormScopeContext value={{ edge: index }}>
      <div className={styles.head}>
        <div className={styles.headText}>
          <h2>
            {nodeTitle(document, edge.from)} → {nodeTitle(document, edge.to)}
          </h2>
          <p className={styles.kind}>Edge</p>
        </div>
      </div>
      <Section title="Settings">
        <PortField edge={edge} onChange={change} />
        <NumberField
          field="max"
          label="Maximum uses"
          description="How often one run may take this edge. Limits a loop."
          placeholder="No limit"
          limits={{ min: 1 }}
          value={edge.max}
          onChange={(max) => change(setOrDrop(edge, 'max', max), 'max')}
        />
        <Switch
          label="Fan out"
          description="Runs one copy of the next node for each element of a list, in parallel."
          checked={edge.each !== undefined}
          onChange={({ currentTarget }) =>
            change(
              setOrDrop(
                edge,
                'each',
                currentTarget.checked ? defaultEach(document, edge) : undefined,
              ),
              'each',
            )
          }
        />
        {edge.each && (
          <EachFields
            each={edge.each}
            onChange={(each, field) => change({ ...edge, each }, field)}
          />
        )}
        <span>
          <Button
            variant="default"
            onClick={() => store.edit((current) => disconnect(current, index))}
          >
            Delete edge
          </Button>
        </span>
      </Section>
      <PlaceProblems edge={index} />
    </FormScopeContext>
  )
}

/** Prefers a list that the previous node writes. An element of `questions` is named `question`. */
function defaultEach({ state, nodes }: GraphDocument, { from }: GraphEdge): EachSettings {
  const node = nodes[from]
  const writtenChannels = node ? nodeWrites(node).map(({ channel }) => channel) : []
  const of = [...writtenChannels, ...Object.keys(state)].find(
    (name) => state[name]?.type === 'array',
  )
  const singular = of?.endsWith('s') ? of.slice(0, -1) : ''
  const isUnused = ChannelName.safeParse(singular).success && state[singular] === undefined
  return { of: of ?? '[]', as: isUnused ? singular : 'item' }
}

type EdgeFieldProps = {
  edge: GraphEdge
  onChange: (edge: GraphEdge, field: string) => void
}

function PortField({ edge, onChange }: EdgeFieldProps) {
  const document = useDocument()
  const ports = portsAt(document, edge.from)
  if (ports.length < 2) return null
  return (
    <ChoiceField
      field="when"
      label="Source port"
      options={ports.map(({ name, label }) => ({ value: name ?? '', label }))}
      value={edge.when ?? ''}
      onChange={(port) => onChange(setOrDrop(edge, 'when', port === '' ? undefined : port), 'when')}
    />
  )
}

type EachSettings = NonNullable<GraphEdge['each']>

type EachFieldsProps = {
  each: EachSettings
  onChange: (each: EachSettings, field: string) => void
}

function EachFields({ each, onChange }: EachFieldsProps) {
  return (
    <>
      <CodeTextField
        field="each.of"
        label="For each of"
        kind="expression"
        value={each.of}
        onChange={(of) => onChange({ ...each, of }, 'each.of')}
      />
      <div className={styles.pair}>
        <TextField
          field="each.as"
          label="Element name"
          schema={ChannelName}
          value={each.as}
          onChange={(as) => onChange({ ...each, as }, 'each.as')}
        />
        <NumberField
          field="each.max"
          label="Maximum copies"
          placeholder="All"
          limits={{ min: 1 }}
          value={each.max}
          onChange={(max) => onChange(setOrDrop(each, 'max', max), 'each.max')}
        />
      </div>
    </>
  )
}
