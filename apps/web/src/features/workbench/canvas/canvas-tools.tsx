import { ActionIcon, Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconFocusCentered,
  IconLayoutDistributeVertical,
  IconMap,
  IconPlus,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { memo, type ReactNode } from 'react'
import { Keys } from '../../../ui/layout/keys.tsx'
import { DisabledReason } from '../../../ui/fields/disabled-reason.tsx'
import { useCanRedo, useCanUndo } from '../store/workbench-store.ts'
import { useWorkbench } from '../workbench-context.ts'
import { useCanvasUi } from './canvas-ui.ts'
import styles from './canvas.module.css'
import { PictureMenu } from './picture/picture-menu.tsx'
import type { CanvasActions } from './use-canvas-actions.ts'

type CanvasToolsProps = {
  actions: CanvasActions
}

/** Memoized: the canvas around it renders at every frame of a drag. */
export const CanvasTools = memo(function CanvasTools({ actions }: CanvasToolsProps) {
  const { store, runGraph } = useWorkbench()
  const canUndo = useCanUndo(store)
  const canRedo = useCanRedo(store)
  const hasMinimap = useCanvasUi((ui) => ui.hasMinimap)

  return (
    <>
      {!runGraph && (
        <div className={styles.add}>
          <Button
            variant="default"
            leftSection={<IconPlus size={14} />}
            rightSection={<Keys keys="n" />}
            onClick={actions.openPalette}
          >
            Add node
          </Button>
        </div>
      )}
      <div className={styles.tools} role="toolbar" aria-label="Canvas">
        {!runGraph && (
          <>
            <Tool
              label="Undo"
              keys="mod+z"
              disabledReason={!canUndo && 'Nothing to undo'}
              onClick={store.undo}
            >
              <IconArrowBackUp size={16} />
            </Tool>
            <Tool
              label="Redo"
              keys="mod+shift+z"
              disabledReason={!canRedo && 'Nothing to redo'}
              onClick={store.redo}
            >
              <IconArrowForwardUp size={16} />
            </Tool>
            <span className={styles.parting} />
          </>
        )}
        <Tool label="Zoom out" keys="-" onClick={actions.zoomOut}>
          <IconZoomOut size={16} />
        </Tool>
        <Tool label="Zoom in" keys="+" onClick={actions.zoomIn}>
          <IconZoomIn size={16} />
        </Tool>
        <Tool label="Fit into view" keys="f" onClick={actions.fit}>
          <IconFocusCentered size={16} />
        </Tool>
        {!runGraph && (
          <Tool label="Auto layout" keys="shift+l" onClick={() => void actions.layOut()}>
            <IconLayoutDistributeVertical size={16} />
          </Tool>
        )}
        <Tool label="Minimap" keys="m" isActive={hasMinimap} onClick={actions.toggleMinimap}>
          <IconMap size={16} />
        </Tool>
        <PictureMenu />
      </div>
    </>
  )
})

type ToolProps = {
  label: string
  keys: string
  disabledReason?: string | false
  isActive?: boolean
  onClick: () => void
  children: ReactNode
}

function Tool({ label, keys, disabledReason, isActive, onClick, children }: ToolProps) {
  return (
    <DisabledReason
      reason={disabledReason}
      hint={
        <span className={styles.hint}>
          {label} <Keys keys={keys} />
        </span>
      }
    >
      <ActionIcon
        variant={isActive ? 'light' : 'subtle'}
        color={isActive ? 'accent' : 'gray'}
        aria-label={label}
        aria-pressed={isActive}
        onClick={onClick}
      >
        {children}
      </ActionIcon>
    </DisabledReason>
  )
}
