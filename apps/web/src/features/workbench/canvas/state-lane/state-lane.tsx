import { UnstyledButton } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { useHotkeys } from '../../../../lib/hotkeys.ts'
import { Keys } from '../../../../ui/keys.tsx'
import { leaveByKey } from '../../leave-by-key.ts'
import { AddChannel } from '../../state/add-channel.tsx'
import { useBench, useWorkbench } from '../../workbench-context.ts'
import { useCanvasUiStore } from '../canvas-ui.ts'
import { ChannelList } from './channel-list.tsx'
import { useLane } from './lane-store.ts'
import styles from './state-lane.module.css'

/** The graph's state under the graph: its channels, how writes are joined, who writes and who reads them. */
export const StateLane = memo(function StateLane() {
  const { isOpen, toggle } = useLane()
  const { store, asRan } = useWorkbench()
  const ui = useCanvasUiStore()
  const root = useRef<HTMLElement>(null)
  const count = useBench((state) => Object.keys(state.document.state).length)

  const focusOrFold = () => {
    const isInside = root.current?.contains(document.activeElement) ?? false
    if (!isOpen || isInside) toggle()
    if (!isInside) requestAnimationFrame(() => focusFirst(root.current))
  }

  const startAdding = () => {
    if (!isOpen) toggle()
    requestAnimationFrame(() => focusAdding(root.current))
  }

  useHotkeys([
    { keys: 's', label: 'State channels', group: 'Canvas', run: focusOrFold },
    ...(asRan
      ? []
      : [{ keys: 'shift+s', label: 'Add a channel', group: 'Canvas', run: startAdding }]),
  ])

  return (
    <section ref={root} className={styles.lane} aria-label="State channels" onKeyDown={leaveByKey}>
      <div className={styles.bar}>
        <UnstyledButton className={styles.fold} aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
          <span className={styles.heading}>State</span>
          <span className={styles.count}>{count}</span>
          <Keys keys="s" />
        </UnstyledButton>
        {!isOpen && <ChannelNames />}
        {isOpen && !asRan && (
          <AddChannel
            onAdded={(name) => {
              const index = Object.keys(store.getState().document.state).indexOf(name)
              ui.setState({ openChannel: index })
            }}
          />
        )}
      </div>
      {isOpen && <ChannelList />}
    </section>
  )
})

function ChannelNames() {
  const names = useBench((state) => Object.keys(state.document.state).join(', '))
  return <span className={styles.names}>{names}</span>
}

/** Where there are no channels yet, the field that adds the first. */
const focusFirst = (root: HTMLElement | null) =>
  (
    root?.querySelector<HTMLElement>('[data-channel][tabindex="0"]') ??
    root?.querySelector<HTMLElement>('input')
  )?.focus()

const focusAdding = (root: HTMLElement | null) => root?.querySelector<HTMLElement>('input')?.focus()
