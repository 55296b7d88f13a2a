import { Switch } from '@mantine/core'
import type { GraphDocument, NodeOf } from '@lathe/contract'
import { needsForm, renamePort, setNode } from '@lathe/graph'
import { useRef } from 'react'
import { useWorkbench } from '../../workbench-context.ts'
import { AddItemButton } from '../../../../ui/fields/add-item-button.tsx'
import { type EditorProps, setOrDrop } from '../use-member.ts'
import { FieldFrame } from '../fields/field-frame.tsx'
import { TextField } from '../fields/scalar-fields.tsx'
import styles from '../inspector.module.css'
import { ItemButtons, moveItem } from '../../../../ui/fields/item-buttons.tsx'
import { freePort, portName, isDerivedPort, derivePort } from './port-name.ts'

const MOST = 8

/** The buttons, each with its own port. */
export function DecisionList({ id, node, onChange }: EditorProps<'ask'>) {
  const { store } = useWorkbench()
  const { decisions } = node
  const ports = decisions.map(({ port }) => port)
  const put = (next: Decision[], field: string) => onChange({ ...node, decisions: next }, field)

  return (
    <FieldFrame
      field="decisions"
      label="Decisions"
      description="Each is a button with its own port."
    >
      <ol className={styles.items}>
        {decisions.map((decision, index) => (
          // The port is being edited, so the index is the key.
          <li key={`decision ${index}`} className={styles.item}>
            <div className={styles.itemHead}>
              <DecisionLabel
                field={`decisions.${index}.label`}
                decision={decision}
                otherPorts={ports.filter((port) => port !== decision.port)}
                onChange={(next) => put(decisions.with(index, next), `decisions.${index}.label`)}
                onRename={(to) =>
                  store.edit((document) => renamePort(document, id, decision.port, to))
                }
              />
              <ItemButtons
                itemName={`decision ${index + 1}`}
                index={index}
                count={decisions.length}
                onMove={(to) => put(moveItem(decisions, index, to), 'decisions')}
                onRemove={() => store.edit((document) => removeDecision(document, id, index))}
              />
            </div>
            <TextField
              field={`decisions.${index}.port`}
              label="Port"
              schema={portName(ports.filter((port) => port !== decision.port))}
              value={decision.port}
              onChange={(to) =>
                store.edit(
                  (document) => renamePort(document, id, decision.port, to),
                  `${id}.decision.${index}`,
                )
              }
            />
            {node.form && (
              <Switch
                mt="xs"
                size="xs"
                label="Requires the form"
                checked={needsForm(decisions, decision.port)}
                onChange={({ currentTarget: { checked } }) =>
                  put(decisions.with(index, { ...decision, needsForm: checked }), 'decisions')
                }
              />
            )}
          </li>
        ))}
      </ol>
      {decisions.length < MOST && (
        <AddItemButton
          mt="sm"
          onAdd={() => put([...decisions, { port: freePort(ports, 'decision') }], 'decisions')}
        >
          Decision
        </AddItemButton>
      )}
    </FieldFrame>
  )
}

/** A human needs at least one button, so the last one stays. */
function removeDecision(document: GraphDocument, id: string, index: number): GraphDocument {
  const node = document.nodes[id]
  if (node?.kind !== 'ask' || node.decisions.length < 2) return document
  const port = node.decisions[index]?.port
  const cut = setNode(document, id, { ...node, decisions: node.decisions.toSpliced(index, 1) })
  return { ...cut, edges: cut.edges.filter((edge) => edge.from !== id || edge.when !== port) }
}

type Decision = NodeOf<'ask'>['decisions'][number]

type DecisionLabelProps = {
  field: string
  decision: Decision
  /** The ports of the other decisions. */
  otherPorts: readonly string[]
  onChange: (decision: Decision) => void
  onRename: (port: string) => void
}

/** The button's label. A derived port follows it when the field loses the focus. */
function DecisionLabel({ field, decision, otherPorts, onChange, onRename }: DecisionLabelProps) {
  const { label, port } = decision
  const isFollowing = useRef(false)
  const settle = () => {
    const derivedPort = isFollowing.current ? derivePort(label ?? '', otherPorts) : undefined
    if (derivedPort !== undefined && derivedPort !== port) onRename(derivedPort)
  }
  return (
    <div
      onFocus={() => (isFollowing.current = isDerivedPort(port, label, 'decision'))}
      onBlur={settle}
    >
      <TextField
        field={field}
        label="Button"
        placeholder={port}
        value={label ?? ''}
        onChange={(typed) =>
          onChange(setOrDrop(decision, 'label', typed === '' ? undefined : typed.slice(0, 100)))
        }
      />
    </div>
  )
}
