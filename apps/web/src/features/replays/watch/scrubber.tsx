import { ActionIcon, Select, Slider, Tooltip } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import {
  IconGitFork,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
} from '@tabler/icons-react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import { formatDuration } from '../../../lib/format/format.ts'
import styles from './watch.module.css'
import { SPEEDS } from './use-playback.ts'

export type ForkMarker = { position: number; id: string; title: string }

type ScrubberProps = {
  length: number
  position: number
  isPlaying: boolean
  /** Seek positions. */
  marks: readonly number[]
  forks: readonly ForkMarker[]
  speed: number
  onToggle: () => void
  onSeek: (position: number) => void
  onStep: (direction: 1 | -1) => void
  onSpeed: (speed: number) => void
}

/** Above this number, marks would merge into a line. */
const MAX_MARKS = 80

/** Playback controls. */
export function Scrubber(props: ScrubberProps) {
  const { length, position, isPlaying, marks, forks, speed, onToggle, onSeek, onStep, onSpeed } =
    props
  useHotkeys([
    { keys: 'space', label: isPlaying ? 'Pause' : 'Play', group: 'Watch', run: onToggle },
    { keys: 'arrowright', label: 'Next step', group: 'Watch', run: () => onStep(1) },
    { keys: 'arrowleft', label: 'Previous step', group: 'Watch', run: () => onStep(-1) },
  ])
  return (
    <div className={styles.scrubber} data-forks={forks.length > 0 || undefined}>
      <StepButton label="Previous step (←)" icon={IconPlayerSkipBack} onClick={() => onStep(-1)} />
      <StepButton
        label={isPlaying ? 'Pause (space)' : 'Play (space)'}
        icon={isPlaying ? IconPlayerPause : IconPlayerPlay}
        onClick={onToggle}
      />
      <StepButton label="Next step (→)" icon={IconPlayerSkipForward} onClick={() => onStep(1)} />
      <Slider
        className={styles.slider ?? ''}
        thumbLabel="Playback position"
        min={0}
        max={Math.max(1, length)}
        step={1}
        value={position}
        label={(value) => formatDuration(value)}
        marks={[
          ...(marks.length > MAX_MARKS ? [] : marks).map((value) => ({ value })),
          ...forks.map((fork) => ({ value: fork.position, label: <ForkLink fork={fork} /> })),
        ]}
        onChange={onSeek}
      />
      <span className={styles.time}>
        {formatDuration(position)} / {formatDuration(length)}
      </span>
      <Select
        size="xs"
        w={76}
        aria-label="Speed"
        allowDeselect={false}
        data={SPEEDS.map((value) => ({ value: String(value), label: `×${value}` }))}
        value={String(speed)}
        onChange={(value) => onSpeed(Number(value))}
      />
    </div>
  )
}

/** Links to a run that forked here. */
const ForkLink = ({ fork: { id, title } }: { fork: ForkMarker }) => (
  <Tooltip label={`Fork: ${title}`}>
    <Link
      className={styles.fork}
      to="/traces/$traceId"
      params={{ traceId: id }}
      search={{ view: 'watch' }}
      aria-label={`Fork: ${title}`}
      onMouseDown={(event) => event.stopPropagation()}
    >
      <IconGitFork size={14} />
    </Link>
  </Tooltip>
)

type StepProps = { label: string; icon: typeof IconPlayerPlay; onClick: () => void }

const StepButton = ({ label, icon: Icon, onClick }: StepProps) => (
  <Tooltip label={label}>
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      <Icon size={16} />
    </ActionIcon>
  </Tooltip>
)
