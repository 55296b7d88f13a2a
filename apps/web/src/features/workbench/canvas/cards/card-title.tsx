import { type KeyboardEvent, useRef } from 'react'
import { renameDebugNode } from '../../debug-options.ts'
import { retitleNode } from '../../retitle.ts'
import { useWorkbench } from '../../workbench-context.ts'
import { useCanvasUi, useCanvasUiStore } from '../canvas-ui.ts'
import styles from './card.module.css'

type CardTitleProps = {
  id: string
  title: string
}

/** Turns into a field on double click or F2. Enter saves, Escape cancels. */
export function CardTitle({ id, title }: CardTitleProps) {
  const { runGraph } = useWorkbench()
  const ui = useCanvasUiStore()
  const isRenaming = useCanvasUi((state) => state.renaming === id)
  if (isRenaming) return <TitleField id={id} title={title} />
  return (
    <span
      className={styles.title}
      title={title}
      onDoubleClick={(event) => {
        event.stopPropagation()
        if (!runGraph) ui.setState({ renaming: id })
      }}
    >
      {title}
    </span>
  )
}

function TitleField({ id, title }: CardTitleProps) {
  const { agentId, store } = useWorkbench()
  const ui = useCanvasUiStore()
  const hasFinished = useRef(false)

  const finish = (title: string | undefined) => {
    if (hasFinished.current) return
    hasFinished.current = true
    ui.setState({ renaming: undefined })
    if (title === undefined) return
    const { document, id: renamedId } = retitleNode(store.getState().document, id, title)
    store.edit(() => document)
    if (renamedId !== id) renameDebugNode(agentId, id, renamedId)
    store.select({ nodes: [renamedId], edges: [] })
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    event.stopPropagation()
    if (event.key === 'Enter') finish(event.currentTarget.value)
    if (event.key === 'Escape') finish(undefined)
  }

  return (
    <input
      ref={focusAndSelect}
      className={`${styles.titleField} nodrag nopan`}
      aria-label="Node title"
      defaultValue={title}
      maxLength={200}
      onKeyDown={handleKeyDown}
      onBlur={({ currentTarget }) => finish(currentTarget.value)}
    />
  )
}

const focusAndSelect = (input: HTMLInputElement | null) => input?.select()
