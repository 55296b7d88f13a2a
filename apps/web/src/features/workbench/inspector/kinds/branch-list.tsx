import type { GraphDocument, NodeOf } from '@lathe/contract'
import { createNode } from '@lathe/nodes'
import { setNode, adaptNode } from '@lathe/graph'
import { CodeTextField } from '../fields/code-text-field.tsx'
import { TextField } from '../fields/scalar-fields.tsx'
import { AddItemButton } from '../../../../ui/fields/add-item-button.tsx'
import styles from '../inspector.module.css'
import { ItemButtons, moveItem } from '../../../../ui/fields/item-buttons.tsx'
import { freePort, portName } from './port-name.ts'

type BranchListProps = {
  method: 'rules' | 'model'
  branches: readonly Branch[]
  /** All ports of the node, including the else port. */
  ports: readonly string[]
  onChange: (branches: Branch[], field: string) => void
  onRename: (from: string, to: string) => void
  onRemove: (index: number) => void
}

const MOST = 32

export function BranchList({
  method,
  branches,
  ports,
  onChange,
  onRename,
  onRemove,
}: BranchListProps) {
  const list = method === 'rules' ? 'decide.rules' : 'decide.choices'
  const noun = method === 'rules' ? 'rule' : 'choice'

  return (
    <>
      <ol className={styles.items} data-field={list}>
        {branches.map((branch, index) => (
          // The port is being edited, so the index is the key.
          <li key={`way ${index}`} className={styles.item}>
            <div className={styles.itemHead}>
              <TextField
                field={`${list}.${index}.port`}
                label={`Port of ${noun} ${index + 1}`}
                schema={portName(ports.filter((port) => port !== branch.port))}
                value={branch.port}
                onChange={(to) => onRename(branch.port, to)}
              />
              <ItemButtons
                itemName={`${noun} ${index + 1}`}
                index={index}
                count={branches.length}
                onMove={(to) => onChange(moveItem(branches, index, to), list)}
                onRemove={() => onRemove(index)}
              />
            </div>
            <BranchText
              {...{ method, index, list }}
              branch={branch}
              onChange={(text) =>
                onChange(branches.with(index, { ...branch, text }), `${list}.${index}.text`)
              }
            />
          </li>
        ))}
      </ol>
      {branches.length < MOST && (
        <AddItemButton
          onAdd={() =>
            onChange(
              [
                ...branches,
                { port: freePort(ports, noun), text: method === 'rules' ? 'false' : '' },
              ],
              list,
            )
          }
        >
          {method === 'rules' ? 'Rule' : 'Choice'}
        </AddItemButton>
      )}
    </>
  )
}

type BranchTextProps = {
  method: 'rules' | 'model'
  list: string
  index: number
  branch: Branch
  onChange: (text: string) => void
}

function BranchText({ method, list, index, branch, onChange }: BranchTextProps) {
  if (method === 'rules') {
    return (
      <CodeTextField
        field={`${list}.${index}.when`}
        label="When"
        kind="expression"
        value={branch.text}
        onChange={onChange}
      />
    )
  }
  return (
    <TextField
      field={`${list}.${index}.description`}
      label="Select when"
      value={branch.text}
      onChange={onChange}
    />
  )
}

type Decide = NodeOf<'branch'>['decide']

/** A rule or a choice: its port and its expression or description. */
export type Branch = { port: string; text: string }

export const listBranches = (decide: Decide): Branch[] =>
  decide.by === 'rules'
    ? decide.rules.map(({ port, when }) => ({ port, text: when }))
    : decide.choices.map(({ port, description }) => ({ port, text: description }))

export const setBranches = (decide: Decide, branches: readonly Branch[]): Decide =>
  decide.by === 'rules'
    ? { ...decide, rules: branches.map(({ port, text }) => ({ port, when: text })) }
    : { ...decide, choices: branches.map(({ port, text }) => ({ port, description: text })) }

/** Switching keeps the ports and their edges and clears the texts. */
export const byRules = (decide: Decide): Decide =>
  decide.by === 'rules'
    ? decide
    : { by: 'rules', rules: decide.choices.map(({ port }) => ({ port, when: 'false' })) }

export function byModel(decide: Decide, document: GraphDocument): Decide {
  const model = adaptNode(document, createNode('model'))
  if (decide.by === 'model' || model.kind !== 'model') return decide
  return {
    by: 'model',
    model: model.model,
    prompt: model.prompt,
    choices: decide.rules.map(({ port }) => ({ port, description: '' })),
  }
}

/** Removes a branch and its edges. */
export function removeBranch(document: GraphDocument, id: string, index: number): GraphDocument {
  const node = document.nodes[id]
  if (node?.kind !== 'branch') return document
  const branches = listBranches(node.decide)
  const port = branches[index]?.port
  const cut = setNode(document, id, {
    ...node,
    decide: setBranches(node.decide, branches.toSpliced(index, 1)),
  })
  return {
    ...cut,
    edges: cut.edges.filter((edge) => edge.from !== id || edge.when !== port || port === undefined),
  }
}
