import type { GraphDocument, NodeOf } from '@lathe/contract'
import { renamePort, setNode } from '@lathe/graph'
import { useWorkbench } from '../../workbench/workbench-context.ts'
import { AddItemButton } from '../../../ui/add-item-button.tsx'
import type { EditorProps } from '../editor-props.ts'
import { FieldFrame } from '../fields/field-frame.tsx'
import { setOrDrop } from '../fields/set-or-drop.ts'
import { TextField } from '../fields/text-field.tsx'
import styles from '../inspector.module.css'
import { ItemButtons, moved } from '../../../ui/item-buttons.tsx'
import { freePort, portName } from './port-name.ts'

type Decision = NodeOf<'ask'>['decisions'][number]

const MOST = 8

/** The buttons: each leads on by a port of its own. */
export function DecisionList({ id, node, onChange }: EditorProps<'ask'>) {
  const { store } = useWorkbench()
  const { decisions } = node
  const ports = decisions.map(({ port }) => port)
  const put = (next: Decision[], field: string) => onChange({ ...node, decisions: next }, field)

  return (
    <FieldFrame field="decisions" label="Decisions" description="Each is a button and a port.">
      <ol className={styles.items}>
        {decisions.map((decision, index) => (
          // The port is being typed, so the place is the identity.
          <li key={`decision ${index}`} className={styles.item}>
            <div className={styles.itemHead}>
              <TextField
                field={`decisions.${index}.label`}
                label="Button"
                placeholder={decision.port}
                value={decision.label ?? ''}
                onChange={(label) =>
                  put(
                    decisions.with(
                      index,
                      setOrDrop(decision, 'label', label === '' ? undefined : label.slice(0, 100)),
                    ),
                    `decisions.${index}.label`,
                  )
                }
              />
              <ItemButtons
                of={`decision ${index + 1}`}
                index={index}
                count={decisions.length}
                onMove={(to) => put(moved(decisions, index, to), 'decisions')}
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

/** The last one stays: there must be something to press. */
function removeDecision(document: GraphDocument, id: string, index: number): GraphDocument {
  const node = document.nodes[id]
  if (node?.kind !== 'ask' || node.decisions.length < 2) return document
  const port = node.decisions[index]?.port
  const cut = setNode(document, id, { ...node, decisions: node.decisions.toSpliced(index, 1) })
  return { ...cut, edges: cut.edges.filter((edge) => edge.from !== id || edge.when !== port) }
}
