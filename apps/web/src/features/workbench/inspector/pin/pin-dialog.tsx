import type { GraphNode, PinnedOutput } from '@lathe/contract'
import { Button, Input, Modal, Select } from '@mantine/core'
import { useState } from 'react'
import { CodeEditor } from '../../../../ui/code-editor.tsx'
import { setPin } from '../../marks/marks.ts'
import { useDocument, useWorkbench } from '../../workbench-context.ts'
import { choicesOf, readPin } from './pin-issues.ts'
import styles from './pin.module.css'

type PinDialogProps = {
  id: string
  node: GraphNode
  pin: PinnedOutput
  onClose: () => void
}

/** A node's output written by hand. */
export function PinDialog({ id, node, pin, onClose }: PinDialogProps) {
  const { agentId } = useWorkbench()
  const document = useDocument()
  const [text, setText] = useState(() => JSON.stringify(pin.writes, null, 2))
  const [port, setPort] = useState<string | null>(pin.port ?? null)
  const choices = choicesOf(node)
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
            label="Leaves by"
            data={choices}
            value={port}
            onChange={setPort}
            placeholder="A way on"
            data-autofocus
          />
        )}
        <Input.Wrapper
          label="Writes"
          description="A value for each channel, before its reducer"
          labelElement="div"
          error={'broken' in read ? read.broken : undefined}
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
