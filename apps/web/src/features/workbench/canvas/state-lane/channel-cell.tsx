import type { Channel, Problem } from '@lathe/contract'
import { channelReducer } from '@lathe/graph'
import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconAlertOctagonFilled, IconAlertTriangle, IconEye, IconPencil } from '@tabler/icons-react'
import { memo, type SyntheticEvent, useState } from 'react'
import { SkeletonRows } from '../../../../ui/feedback/skeleton-rows.tsx'
import { oneLine } from '../../one-line.ts'
import type { ChannelUses } from '../../state/channel-uses.ts'
import { useWorkbenchState, useRunView, useWorkbench } from '../../workbench-context.ts'
import { useCanvasUi, useCanvasUiStore } from '../canvas-ui.ts'
import { channelNodeUses, type ChannelUse } from './lit-nodes.ts'
import styles from './state-lane.module.css'
import { Suspense } from '../../../../ui/feedback/suspense.tsx'
import { lazyComponent } from '../../../../ui/feedback/lazy-component.ts'

/** Loaded with the inspector, whose fields it uses. */
const ChannelEditor = lazyComponent(
  () => import('../../inspector/state/channel-form.tsx'),
  'ChannelEditor',
)

type ChannelCellProps = {
  index: number
  name: string
  uses: ChannelUses | undefined
  /** How the selected nodes use the channel. */
  use: ChannelUse | undefined
  isActive: boolean
  onActivate: (index: number) => void
}

const UNUSED: ChannelUses = { writers: [], readers: [] }

/** One channel of the state lane. Hover and focus highlight its nodes, a click opens its form. */
export const ChannelCell = memo(function ChannelCell(props: ChannelCellProps) {
  const { index, name, uses = UNUSED, use, isActive, onActivate } = props
  const { runGraph } = useWorkbench()
  const ui = useCanvasUiStore()
  const isOpen = useCanvasUi((state) => state.openChannel === index)
  const channel = useWorkbenchState((state) => state.document.state[name])
  const value = useRunView((view) => view.channels[name])
  const problem = useWorkbenchState(({ problems }) => mostSevere(problems, name))
  const [cell, setCell] = useState<HTMLButtonElement | null>(null)
  if (!channel) return null
  const ProblemIcon = problem?.severity === 'error' ? IconAlertOctagonFilled : IconAlertTriangle

  const light = (cell: Element) =>
    ui.setState({ highlight: { x: cellCentre(cell), nodes: channelNodeUses(uses) } })
  const dim = () => {
    if (ui.getState().openChannel === undefined) ui.setState({ highlight: undefined })
  }
  const close = () => {
    ui.setState({ openChannel: undefined, highlight: undefined })
    // The focus trap has no element to return the focus to if the form was rendered with its cell.
    cell?.focus({ preventScroll: true })
  }

  return (
    <Popover
      opened={isOpen}
      onDismiss={close}
      position="top"
      offset={cell && isOpen ? aboveLane(cell) : 0}
      width={440}
      shadow="md"
      withinPortal
      trapFocus
    >
      <Popover.Target>
        <UnstyledButton
          ref={setCell}
          className={styles.cell}
          data-channel={index}
          data-use={use}
          tabIndex={isActive ? 0 : -1}
          onMouseEnter={({ currentTarget }) => light(currentTarget)}
          onMouseLeave={dim}
          onFocus={({ currentTarget }) => {
            onActivate(index)
            light(currentTarget)
          }}
          onBlur={dim}
          onClick={() => ui.setState({ openChannel: isOpen ? undefined : index })}
        >
          <VisuallyHidden component="span">
            {describe(name, channel, uses)}
            {problem && `: ${problem.message}`}
          </VisuallyHidden>
          <span className={styles.line} aria-hidden>
            <code className={styles.name}>{name}</code>
            {problem && (
              <ProblemIcon className={styles.problem} data-severity={problem.severity} size={12} />
            )}
            <span className={styles.reducer}>{reducerName(channel)}</span>
          </span>
          <span className={styles.line} aria-hidden>
            <span>{channel.type}</span>
            <span className={styles.value} data-live={value !== undefined || undefined}>
              {valueText(channel, value)}
            </span>
          </span>
          <span className={styles.line} title={describe(name, channel, uses)} aria-hidden>
            <IconPencil size={12} />
            <span className={styles.users}>{listed(uses.writers)}</span>
            <IconEye size={12} />
            <span className={styles.users}>{listed(uses.readers)}</span>
          </span>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={styles.form} onMouseDown={keepOpen} onTouchStart={keepOpen}>
        <Suspense fallback={<SkeletonRows contentLabel="the form" />}>
          <div inert={runGraph !== undefined}>
            <ChannelEditor name={name} />
          </div>
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
})

const GAP = 8

/**
 * Distance from the cell to the top of the lane, so that the form does not cover the lane's input.
 */
function aboveLane(cell: Element): number {
  const lane = cell.closest('section') ?? cell
  return cell.getBoundingClientRect().top - lane.getBoundingClientRect().top + GAP
}

/** Menus of the form are rendered in a portal, so a click in them must not count as outside. */
function keepOpen({ nativeEvent, currentTarget }: SyntheticEvent) {
  const { target } = nativeEvent
  if (target instanceof Node && !currentTarget.contains(target)) nativeEvent.stopPropagation()
}

function mostSevere(problems: readonly Problem[], name: string): Problem | undefined {
  const channelProblems = problems.filter(
    ({ location }) => location.channel === name && location.node === undefined,
  )
  return channelProblems.find(({ severity }) => severity === 'error') ?? channelProblems[0]
}

const reducerName = (channel: Channel) => {
  const reducer = channelReducer(channel)
  return typeof reducer === 'string' ? reducer : 'code'
}

/** Returns the value in the current run, or else the default. */
const valueText = ({ default: initial }: Channel, value: unknown) =>
  value !== undefined
    ? oneLine(value)
    : initial === undefined
      ? ''
      : `= ${oneLine(JSON.stringify(initial))}`

const listed = (ids: readonly string[]) => (ids.length > 0 ? ids.join(', ') : 'no node')

const describe = (name: string, channel: Channel, { writers, readers }: ChannelUses) =>
  `${name}: ${channel.type}, reducer ${reducerName(channel)}, written by ${listed(writers)}, read by ${listed(readers)}`

/** Returns the centre of a cell in pixels from the canvas' left edge. */
function cellCentre(cell: Element): number {
  const box = cell.getBoundingClientRect()
  const left = cell.closest('[aria-label="Graph"]')?.getBoundingClientRect().left ?? 0
  return box.left - left + box.width / 2
}
