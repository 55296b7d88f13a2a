import type { GraphDocument, NodeOf } from '@lathe/contract'
import { defaultNode, setNode, suitNode } from '@lathe/graph'
import { CodeTextField } from '../fields/code-text-field.tsx'
import { TextField } from '../fields/scalar-fields.tsx'
import { AddItemButton } from '../../../../ui/add-item-button.tsx'
import styles from '../inspector.module.css'
import { ItemButtons, moved } from '../../../../ui/item-buttons.tsx'
import { freePort, portName } from './port-name.ts'

type WayListProps = {
  by: 'rules' | 'model'
  ways: readonly Way[]
  /** All ports of the node, the else port too. */
  ports: readonly string[]
  onChange: (ways: Way[], field: string) => void
  onRename: (from: string, to: string) => void
  onRemove: (index: number) => void
}

const MOST = 32

export function WayList({ by, ways, ports, onChange, onRename, onRemove }: WayListProps) {
  const list = by === 'rules' ? 'decide.rules' : 'decide.choices'
  const noun = by === 'rules' ? 'rule' : 'choice'

  return (
    <>
      <ol className={styles.items} data-field={list}>
        {ways.map((way, index) => (
          // The port is being typed, so the place is the identity.
          <li key={`way ${index}`} className={styles.item}>
            <div className={styles.itemHead}>
              <TextField
                field={`${list}.${index}.port`}
                label={`Port of ${noun} ${index + 1}`}
                schema={portName(ports.filter((port) => port !== way.port))}
                value={way.port}
                onChange={(to) => onRename(way.port, to)}
              />
              <ItemButtons
                of={`${noun} ${index + 1}`}
                index={index}
                count={ways.length}
                onMove={(to) => onChange(moved(ways, index, to), list)}
                onRemove={() => onRemove(index)}
              />
            </div>
            <WayText
              {...{ by, index, list }}
              way={way}
              onChange={(text) =>
                onChange(ways.with(index, { ...way, text }), `${list}.${index}.text`)
              }
            />
          </li>
        ))}
      </ol>
      {ways.length < MOST && (
        <AddItemButton
          onAdd={() =>
            onChange(
              [...ways, { port: freePort(ports, noun), text: by === 'rules' ? 'false' : '' }],
              list,
            )
          }
        >
          {by === 'rules' ? 'Rule' : 'Choice'}
        </AddItemButton>
      )}
    </>
  )
}

type WayTextProps = {
  by: 'rules' | 'model'
  list: string
  index: number
  way: Way
  onChange: (text: string) => void
}

function WayText({ by, list, index, way, onChange }: WayTextProps) {
  if (by === 'rules') {
    return (
      <CodeTextField
        field={`${list}.${index}.when`}
        label="when"
        kind="expression"
        value={way.text}
        onChange={onChange}
      />
    )
  }
  return (
    <TextField
      field={`${list}.${index}.description`}
      label="Choose it when"
      value={way.text}
      onChange={onChange}
    />
  )
}

type Decide = NodeOf<'branch'>['decide']

/** A rule or a choice: the port, and the expression or the description that leads there. */
export type Way = { port: string; text: string }

export const waysOf = (decide: Decide): Way[] =>
  decide.by === 'rules'
    ? decide.rules.map(({ port, when }) => ({ port, text: when }))
    : decide.choices.map(({ port, description }) => ({ port, text: description }))

export const withWays = (decide: Decide, ways: readonly Way[]): Decide =>
  decide.by === 'rules'
    ? { ...decide, rules: ways.map(({ port, text }) => ({ port, when: text })) }
    : { ...decide, choices: ways.map(({ port, text }) => ({ port, description: text })) }

/** Switching keeps the ports, so the edges stay where they are; the texts mean something else and start anew. */
export const byRules = (decide: Decide): Decide =>
  decide.by === 'rules'
    ? decide
    : { by: 'rules', rules: decide.choices.map(({ port }) => ({ port, when: 'false' })) }

export function byModel(decide: Decide, document: GraphDocument): Decide {
  const model = suitNode(document, defaultNode('model'))
  if (decide.by === 'model' || model.kind !== 'model') return decide
  return {
    by: 'model',
    model: model.model,
    prompt: model.prompt,
    choices: decide.rules.map(({ port }) => ({ port, description: '' })),
  }
}

/** Takes a way and the edges that leave by it. */
export function removeWay(document: GraphDocument, id: string, index: number): GraphDocument {
  const node = document.nodes[id]
  if (node?.kind !== 'branch') return document
  const ways = waysOf(node.decide)
  const port = ways[index]?.port
  const cut = setNode(document, id, {
    ...node,
    decide: withWays(node.decide, ways.toSpliced(index, 1)),
  })
  return {
    ...cut,
    edges: cut.edges.filter((edge) => edge.from !== id || edge.when !== port || port === undefined),
  }
}
