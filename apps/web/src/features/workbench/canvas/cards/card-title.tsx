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
  const isDone = useRef(false)

  const finish = (typed: string | undefined) => {
    if (isDone.current) return
    isDone.current = true
    ui.setState({ renaming: undefined })
    if (typed === undefined) return
    const { document, id: renamed } = retitleNode(store.getState().document, id, typed)
    store.edit(() => document)
    if (renamed !== id) renameDebugNode(agentId, id, renamed)
    store.select({ nodes: [renamed], edges: [] })
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
