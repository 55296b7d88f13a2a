import type { GraphDocument, GraphNode, Json, PinnedOutput } from '@lathe/contract'
import { Button, Input, Modal, Select } from '@mantine/core'
import { useState } from 'react'
import { IconPin, IconPinFilled } from '@tabler/icons-react'
import { CodeEditor } from '../../../../ui/code/code-editor.tsx'
import { removePin, setPin, usePin } from '../../debug-options.ts'
import { useDocument, useNode, useWorkbench } from '../../workbench-context.ts'
import styles from './pin.module.css'
import { announce } from '../../../../ui/feedback/live-announcer.tsx'
import { showUndoToast } from '../../../../ui/feedback/undo-toast.tsx'
import { nodePorts } from '@lathe/nodes'
import { channelReducer, channelSchema, validateJson } from '@lathe/graph'
import { parseJson } from '../../../../lib/values/parse-json.ts'

type PinDialogProps = {
  id: string
  node: GraphNode
  pin: PinnedOutput
  onClose: () => void
}

/** Edits a node's pinned output. */
function PinDialog({ id, node, pin, onClose }: PinDialogProps) {
  const { agentId } = useWorkbench()
  const document = useDocument()
  const [text, setText] = useState(() => JSON.stringify(pin.writes, null, 2))
  const [port, setPort] = useState<string | null>(pin.port ?? null)
  const choices = listPorts(node)
  const read = readPin(document, node, text, port)

  const save = () => {
    if (!('pin' in read)) return
    setPin(agentId, id, read.pin)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={`Pin the output of ${node.title ?? id}`} size="lg">
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        {choices.length > 0 && (
          <Select
            label="Output port"
            data={choices}
            value={port}
            onChange={setPort}
            placeholder="Select a port"
            data-autofocus
          />
        )}
        <Input.Wrapper
          label="Writes"
          description="A value for each channel, before its reducer"
          labelElement="div"
          error={'problem' in read ? read.problem : undefined}
        >
          <CodeEditor label="Writes" language="json" value={text} onChange={setText} />
        </Input.Wrapper>
        <div className={styles.actions}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={!('pin' in read)}>
            Pin
          </Button>
        </div>
      </form>
    </Modal>
  )
}

type PinButtonProps = {
  id: string
  node: GraphNode
  /** Null if the execution wrote nothing. */
  writes: Json
  /** The output port, if there are several. */
  port: string | null
}

/** Pins what a node wrote. Opens a dialog if the output is not a valid pin. */
export function PinButton({ id, node, writes, port }: PinButtonProps) {
  const { agentId } = useWorkbench()
  const document = useDocument()
  const [isOpen, setOpen] = useState(false)
  const isObject = typeof writes === 'object' && writes !== null && !Array.isArray(writes)
  const writtenValues = isObject ? writes : {}

  const pin = () => {
    const read = readPin(document, node, JSON.stringify(writtenValues), port)
    if (!('pin' in read)) return setOpen(true)
    setPin(agentId, id, read.pin)
    announce(`The output of ${node.title ?? id} is pinned`)
    return undefined
  }
  return (
    <>
      <Button size="compact-sm" variant="default" leftSection={<IconPin size={14} />} onClick={pin}>
        Pin this output
      </Button>
      {isOpen && (
        <PinDialog
          id={id}
          node={node}
          pin={{ writes: writtenValues, ...(port !== null && { port }) }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Shown on a pinned node, with buttons to edit and unpin. */
export function PinLine({ id }: { id: string }) {
  const pin = usePin(id)
  return pin && <Pinned id={id} pin={pin} />
}

function Pinned({ id, pin }: { id: string; pin: PinnedOutput }) {
  const { agentId } = useWorkbench()
  const node = useNode(id)
  const [isEditing, setEditing] = useState(false)
  if (!node) return null

  const unpin = () => {
    removePin(agentId, id)
    showUndoToast({
      message: `${node.title ?? id} unpinned`,
      onUndo: () => setPin(agentId, id, pin),
    })
  }
  return (
    <div className={styles.line}>
      <IconPinFilled size={14} aria-hidden />
      <p>Pinned: workbench runs use this output instead of executing the node.</p>
      <Button size="compact-xs" variant="default" onClick={() => setEditing(true)}>
        Edit
      </Button>
      <Button size="compact-xs" variant="default" onClick={unpin}>
        Unpin
      </Button>
      {isEditing && <PinDialog id={id} node={node} pin={pin} onClose={() => setEditing(false)} />}
    </div>
  )
}

/** Lists the output ports of a node, or none if it has only one. */
const listPorts = (node: GraphNode): string[] =>
  nodePorts(node).flatMap(({ name, role }) => (name === null || role === 'error' ? [] : [name]))

/** Parses a pin, or returns its first error. */
export function readPin(
  { state }: Pick<GraphDocument, 'state'>,
  node: GraphNode,
  text: string,
  port: string | null,
): { pin: PinnedOutput } | { problem: string } {
  const parsed = parseJson(text.trim() === '' ? '{}' : text)
  if ('problem' in parsed) return parsed
  const { value } = parsed
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { problem: 'Must be an object with a value for each written channel' }
  }
  for (const [name, writtenValue] of Object.entries(value)) {
    const problem = channelIssue(state, name, writtenValue)
    if (problem !== undefined) return { problem: `${name}: ${problem}` }
  }
  const choices = listPorts(node)
  if (choices.length === 0) return { pin: { writes: value } }
  if (port === null || !choices.includes(port)) return { problem: 'Select an output port' }
  return { pin: { writes: value, port } }
}

function channelIssue(
  state: GraphDocument['state'],
  name: string,
  value: Json,
): string | undefined {
  const channel = Object.hasOwn(state, name) ? state[name] : undefined
  if (!channel) return 'no such channel'
  const reducer = channelReducer(channel)
  // These reducers also take other values than the channel holds: an element, a message or anything
  // for code.
  const isSkipped = reducer === 'append' || reducer === 'union' || typeof reducer === 'object'
  if (value === null || isSkipped || channel.type === 'messages') return undefined
  const [issue] = validateJson(channelSchema(channel), value)
  return issue && (issue.path === '' ? issue.message : `${issue.path} ${issue.message}`)
}
