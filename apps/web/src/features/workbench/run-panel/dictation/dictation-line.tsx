import { Button, ActionIcon } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { IconMicrophone } from '@tabler/icons-react'
import { useHotkeys } from '../../../../lib/browser/hotkeys.ts'
import { ErrorPanel } from '../../../../ui/feedback/error-panel.tsx'
import { Keys } from '../../../../ui/layout/keys.tsx'
import { RunningDuration } from '../../../../ui/status/quantities.tsx'
import { DICTATION_KEYS, type Dictation } from './use-dictation.ts'
import styles from './dictation.module.css'
import { keyCaps } from '../../../../lib/browser/key-chords.ts'

/** Status of dictation. Hidden while idle. */
export function DictationLine({ dictation }: { dictation: Dictation }) {
  const { state, retry, cancel } = dictation
  if (state.status === 'idle') return null
  if (state.status !== 'failed') return <ActiveDictation dictation={dictation} />
  return (
    <div className={styles.failed}>
      <ErrorPanel action="take dictation" error={state.error} onRetry={retry} />
      <Button size="xs" variant="default" onClick={cancel}>
        {state.audio ? 'Discard recording' : 'Dismiss'}
      </Button>
    </div>
  )
}

const STATUS_LABELS = {
  asking: 'Waiting for the microphone: allow it in your browser…',
  recording: 'Recording',
  transcribing: 'Transcribing…',
}

function ActiveDictation({ dictation: { state, toggle, cancel } }: { dictation: Dictation }) {
  useHotkeys([
    {
      keys: 'escape',
      label: 'Cancel dictation',
      group: 'Run',
      beforeFields: true,
      run: cancel,
    },
  ])
  if (state.status === 'idle' || state.status === 'failed') return null
  const isRecording = state.status === 'recording'
  return (
    <div className={styles.line}>
      {isRecording && <span className={styles.dot} aria-hidden />}
      <span role="status">{STATUS_LABELS[state.status]}</span>
      {isRecording && <RunningDuration since={state.startedAt} />}
      {isRecording && <LevelBar level={state.recording.level} />}
      <span className={styles.actions}>
        {isRecording && (
          <Button
            size="xs"
            variant="default"
            rightSection={<Keys keys={DICTATION_KEYS} />}
            onClick={toggle}
          >
            Stop
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          color="gray"
          rightSection={<Keys keys="escape" />}
          onClick={cancel}
        >
          Discard
        </Button>
      </span>
    </div>
  )
}

const EVERY_MS = 60

/** Sets the width without React, because it changes constantly. */
function LevelBar({ level }: { level: () => number }) {
  const bar = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const timer = setInterval(() => {
      bar.current?.style.setProperty('width', `${Math.round(level() * 100)}%`)
    }, EVERY_MS)
    return () => clearInterval(timer)
  }, [level])
  return (
    <span className={styles.level} aria-hidden>
      <span ref={bar} />
    </span>
  )
}

/** Starts and stops dictation. */
export function DictationButton({ dictation }: { dictation: Dictation }) {
  const { state, toggle } = dictation
  useHotkeys([
    { keys: DICTATION_KEYS, label: 'Dictate', group: 'Run', beforeFields: true, run: toggle },
  ])
  const isRecording = state.status === 'recording'
  const caps = keyCaps(DICTATION_KEYS).flat().join(' ')
  return (
    <ActionIcon
      variant={isRecording ? 'filled' : 'subtle'}
      aria-label="Dictate"
      aria-pressed={isRecording}
      title={isRecording ? `Stop and transcribe (${caps})` : `Dictate (${caps})`}
      disabled={state.status === 'asking' || state.status === 'transcribing'}
      // Keeps the caret, where the text is inserted.
      onMouseDown={(event) => event.preventDefault()}
      onClick={toggle}
    >
      <IconMicrophone size={16} />
    </ActionIcon>
  )
}
