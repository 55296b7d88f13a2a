import { ActionIcon, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import { useHotkeys } from '../../../lib/browser/hotkeys.ts'
import styles from './search.module.css'

type FindFieldProps = {
  value: string
  onChange: (value: string) => void
  /** Position of the selected match, from 1. 0 if another span is selected. */
  position: number
  count: number
  isSearching: boolean
  hasFailed: boolean
  onStep: (direction: 1 | -1) => void
}

/**
 * Searches names and payloads while typing. Enter and Shift+Enter go to the next and previous
 * match.
 */
export function FindField(props: FindFieldProps) {
  const { value, onChange, position, count, isSearching, hasFailed, onStep } = props
  const field = useRef<HTMLInputElement>(null)
  useHotkeys([
    { keys: '/', label: 'Find in this trace', group: 'Trace', run: () => field.current?.focus() },
    { keys: 'n', label: 'Next match', group: 'Trace', run: () => onStep(1) },
    { keys: 'shift+n', label: 'Previous match', group: 'Trace', run: () => onStep(-1) },
  ])
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter') onStep(event.shiftKey ? -1 : 1)
    else if (event.key !== 'Escape') return
    else if (value === '') event.currentTarget.blur()
    else onChange('')
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span className={styles.find}>
      <TextInput
        ref={field}
        size="xs"
        aria-label="Find in this trace"
        placeholder="Find in this trace"
        leftSection={<IconSearch size={12} />}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={handleKeyDown}
      />
      {value.trim() !== '' && (
        <>
          <output className={styles.count} data-failed={hasFailed || undefined}>
            {hasFailed ? 'names only' : `${position} of ${count}${isSearching ? '…' : ''}`}
          </output>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label="Previous match"
            disabled={count === 0}
            onClick={() => onStep(-1)}
          >
            <IconChevronUp size={14} />
          </ActionIcon>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label="Next match"
            disabled={count === 0}
            onClick={() => onStep(1)}
          >
            <IconChevronDown size={14} />
          </ActionIcon>
        </>
      )}
    </span>
  )
}
