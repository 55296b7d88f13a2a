import { Autocomplete } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useHotkeys } from '../../lib/browser/hotkeys.ts'
import styles from './filter-bar.module.css'
import { Keys } from '../layout/keys.tsx'

const PAUSE_MS = 250
/** Pause after a word that may become a key. */
const LONG_PAUSE_MS = 1_200

export type QueryFieldProps = {
  /** Query in the URL. */
  query: string
  /** Called when typing pauses, on Enter, and when a completion is accepted. */
  onQueryChange: (query: string) => void
  /** Also the accessible name. */
  placeholder: string
  /** Completions of the word being typed: `status:error`. */
  completions?: readonly string[]
  /** Description of a completion, or how often it occurs. */
  notes?: Readonly<Record<string, string>>
  /** Query that was rejected. Completions are hidden so that they do not cover its error. */
  rejectedQuery?: string | undefined
}

export function QueryField({
  query,
  onQueryChange,
  placeholder,
  completions = [],
  notes = {},
  rejectedQuery,
}: QueryFieldProps) {
  const fieldRef = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState({ text: query, seen: query })
  const [isCompleting, setCompleting] = useState(false)
  const hasCompletedKey = useRef(false)
  // The URL can change from outside (chip removed, back button); it then replaces the draft.
  if (draft.seen !== query) {
    setDraft({ text: draft.text.trim() === query ? draft.text : query, seen: query })
  }
  const submit = (text: string) => onQueryChange(text.trim())
  const commit = useDebouncedCallback(submit, PAUSE_MS)
  const commitLate = useDebouncedCallback(submit, LONG_PAUSE_MS)

  const handleChange = (text: string) => {
    setDraft({ text, seen: query })
    commit.cancel()
    commitLate.cancel()
    if (mayBecomeKey(text, completions) || endsWithOperator(text)) commitLate(text)
    else if (!isIncompleteTerm(text, completions)) commit(text)
  }

  const options = completeQuery(draft.text, completions)
  const isOpen = isCompleting && draft.text.trim() !== rejectedQuery

  /** Accepts the selected completion, or the first one of a word that has been begun. Otherwise Tab leaves the field. */
  const acceptByTab = (event: KeyboardEvent<HTMLInputElement>) => {
    const selected = event.currentTarget.getAttribute('aria-activedescendant')
    const [first] = options
    if (selected !== null) document.getElementById(selected)?.click()
    else if (first !== undefined && lastWord(draft.text) !== '') {
      handleChange(first)
      setCompleting(/[.:]$/.test(first))
    } else return
    event.preventDefault()
  }

  useHotkeys([
    { keys: '/', label: placeholder, group: 'Views', run: () => fieldRef.current?.focus() },
  ])

  return (
    <Autocomplete
      ref={fieldRef}
      className={styles.field ?? ''}
      aria-label={placeholder}
      placeholder={placeholder}
      leftSection={<IconSearch size={14} />}
      rightSection={draft.text === '' ? <Keys keys="/" /> : undefined}
      value={draft.text}
      onChange={handleChange}
      data={options}
      filter={({ options }) => options}
      limit={8}
      renderOption={({ option }) => <Completion text={option.value} notes={notes} />}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setCompleting(true)}
      onDropdownClose={() => {
        // After completing a key, show its values.
        setCompleting(hasCompletedKey.current)
        hasCompletedKey.current = false
      }}
      onOptionSubmit={(text) => {
        hasCompletedKey.current = /[.:]$/.test(text)
      }}
      clearable
      spellCheck={false}
      onKeyDown={(event) => {
        // Choosing a completion with the arrow keys must not search for the typed prefix.
        const isChoosing = event.key === 'ArrowDown' || event.key === 'ArrowUp'
        const isChosen =
          isCompleting && event.currentTarget.getAttribute('aria-activedescendant') !== null
        if (isChoosing || (event.key === 'Enter' && isChosen)) {
          commit.cancel()
          commitLate.cancel()
        } else if (event.key === 'Enter') {
          commit.flush()
          commitLate.flush()
          setCompleting(false)
        }
        if (event.key === 'Escape') fieldRef.current?.blur()
        if (event.key === 'Tab' && !event.shiftKey && isOpen) acceptByTab(event)
      }}
    />
  )
}

function Completion({ text, notes }: { text: string; notes: Readonly<Record<string, string>> }) {
  const completion = text.slice(startOfWord(text))
  const note = notes[completion]
  return (
    <span className={styles.completion}>
      <span>{completion}</span>
      {note && <span>{note}</span>}
    </span>
  )
}

/** Matches words; spaces inside quotes, including unclosed ones, do not separate words. */
const WORDS = /(?:"(?:\\.|[^"\\])*(?:"|$)|[^\s"])+/g

/** Returns the start of the word being typed, after any `-` or parentheses. */
function startOfWord(text: string): number {
  const last = [...text.matchAll(WORDS)].at(-1)
  if (!last || last.index + last[0].length < text.length) return text.length
  const [before = ''] = /^[-(]*/.exec(last[0]) ?? []
  return last.index + before.length
}

const lastWord = (text: string) => text.slice(startOfWord(text)).toLowerCase()

/** A value that needs quotes can be typed without them. */
const matchesWord = (completion: string, word: string) =>
  completion.toLowerCase().startsWith(word) ||
  completion.toLowerCase().replaceAll('"', '').startsWith(word)

/** `metadata.` has its own keys to complete. */
const isOpenKey = (word: string, completions: readonly string[]): boolean =>
  word.endsWith('.') && completions.includes(word)

/** `lat` may be a search term or the start of `latency:`. */
function mayBecomeKey(text: string, completions: readonly string[]): boolean {
  const word = lastWord(text)
  if (word === '' || word.includes(':') || isOpenKey(word, completions)) return false
  return completions.some((completion) => matchesWord(completion, word))
}

/** `tag:a OR` and `(` are incomplete until the next condition is typed. */
const endsWithOperator = (text: string) => /(^|[\s(])(AND|OR|NOT|-?\()\s*$/.test(text)

/** A key without a complete value, such as `status:` or `status:er`, is not a condition yet. */
function isIncompleteTerm(text: string, completions: readonly string[]): boolean {
  const word = lastWord(text)
  if (word.endsWith(':') || isOpenKey(word, completions)) return true
  if (!word.includes(':')) return false
  if (completions.some((completion) => completion.toLowerCase() === word)) return false
  return completions.some((completion) => matchesWord(completion, word))
}

/**
 * Returns the text with its last word completed, once for each matching completion it does not
 * contain yet.
 */
export function completeQuery(text: string, completions: readonly string[]): string[] {
  const start = startOfWord(text)
  const word = lastWord(text)
  const usedWords: readonly string[] = text.match(WORDS) ?? []
  return completions
    .filter((completion) => matchesWord(completion, word) && !usedWords.includes(completion))
    .map((completion) => text.slice(0, start) + completion)
}
