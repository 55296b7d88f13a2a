import { ActionIcon } from '@mantine/core'
import { IconMicrophone } from '@tabler/icons-react'
import { useHotkeys } from '../../../../lib/hotkeys.ts'
import { keyCaps } from '../../../../lib/key-chords.ts'
import { DICTATION_KEYS } from './dictation-keys.ts'
import type { Dictation } from './use-dictation.ts'

/** Starts dictation into the message, and stops it. */
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
      title={isRecording ? `Stop, and write it down (${caps})` : `Dictate (${caps})`}
      disabled={state.status === 'asking' || state.status === 'transcribing'}
      // The caret stays where the words go.
      onMouseDown={(event) => event.preventDefault()}
      onClick={toggle}
    >
      <IconMicrophone size={16} />
    </ActionIcon>
  )
}
