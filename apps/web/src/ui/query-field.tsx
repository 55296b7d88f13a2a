import { Autocomplete } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useHotkeys } from '../lib/hotkeys.ts'
import styles from './filter-bar.module.css'
import { Keys } from './keys.tsx'

const PAUSE_MS = 250
/** After a word that may yet become a key. */
const LONG_PAUSE_MS = 1_200

export type QueryFieldProps = {
  /** What the address holds. */
  query: string
  /** Called when typing pauses, on Enter, and when a completion is taken. */
  onQueryChange: (query: string) => void
  /** Also the field's name. */
  placeholder: string
  /** Completions of the word being typed: `status:error`. */
  completions?: readonly string[]
  /** Beside a completion: what it means, or how often it occurs. */
  notes?: Readonly<Record<string, string>>
  /** What was told and could not be understood: no completions cover what is said of it. */
  refused?: string | undefined
}

export function QueryField({
  query,
  onQueryChange,
  placeholder,
  completions = [],
  notes = {},
  refused,
}: QueryFieldProps) {
  const fieldRef = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState({ text: query, seen: query })
  const [isCompleting, setCompleting] = useState(false)
  const isKeyTaken = useRef(false)
  // The address can change without us (a chip removed, the back button): then it wins over what was typed.
  if (draft.seen !== query) {
    setDraft({ text: draft.text.trim() === query ? draft.text : query, seen: query })
  }
  const tell = (typed: string) => onQueryChange(typed.trim())
  const commit = useDebouncedCallback(tell, PAUSE_MS)
  const commitLate = useDebouncedCallback(tell, LONG_PAUSE_MS)

  const handleChange = (typed: string) => {
    setDraft({ text: typed, seen: query })
    commit.cancel()
    commitLate.cancel()
    if (mayBecomeKey(typed, completions) || endsWithOperator(typed)) commitLate(typed)
    else if (!isHalfTyped(typed, completions)) commit(typed)
  }

  const offered = completionsOf(draft.text, completions)
  const isOpen = isCompleting && draft.text.trim() !== refused

  /** Accepts the selected completion, or the first one of a word that has been begun. Otherwise Tab leaves the field. */
  const acceptByTab = (event: KeyboardEvent<HTMLInputElement>) => {
    const selected = event.currentTarget.getAttribute('aria-activedescendant')
    const [first] = offered
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
      data={offered}
      filter={({ options }) => options}
      limit={8}
      renderOption={({ option }) => <Completion text={option.value} notes={notes} />}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setCompleting(true)}
      onDropdownClose={() => {
        // What a key may be is what one wants to see next.
        setCompleting(isKeyTaken.current)
        isKeyTaken.current = false
      }}
      onOptionSubmit={(text) => {
        isKeyTaken.current = /[.:]$/.test(text)
      }}
      clearable
      spellCheck={false}
      onKeyDown={(event) => {
        // Who chooses a completion does not look for its beginning.
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

/** Words as they are typed; blanks within quotes, also within open ones, part nothing. */
const WORDS = /(?:"(?:\\.|[^"\\])*(?:"|$)|[^\s"])+/g

/** Returns the start of the word being typed, after any `-` or parentheses. */
function startOfWord(text: string): number {
  const last = [...text.matchAll(WORDS)].at(-1)
  if (!last || last.index + last[0].length < text.length) return text.length
  const [before = ''] = /^[-(]*/.exec(last[0]) ?? []
  return last.index + before.length
}

const lastWord = (text: string) => text.slice(startOfWord(text)).toLowerCase()

/** Who begins a value need not know that it has to stand in quotes. */
const fits = (completion: string, word: string) =>
  completion.toLowerCase().startsWith(word) ||
  completion.toLowerCase().replaceAll('"', '').startsWith(word)

/** `metadata.` has keys of its own to choose from. */
const isOpenKey = (word: string, completions: readonly string[]): boolean =>
  word.endsWith('.') && completions.includes(word)

/** `lat` is a word to look for, or `latency:` on its way. */
function mayBecomeKey(text: string, completions: readonly string[]): boolean {
  const word = lastWord(text)
  if (word === '' || word.includes(':') || isOpenKey(word, completions)) return false
  return completions.some((completion) => fits(completion, word))
}

/** `tag:a OR` and `(` are complete once the next condition is typed. */
const endsWithOperator = (text: string) => /(^|[\s(])(AND|OR|NOT|-?\()\s*$/.test(text)

/** A key whose value is still to come, as in `status:` or `status:er`, says nothing yet. */
function isHalfTyped(text: string, completions: readonly string[]): boolean {
  const word = lastWord(text)
  if (word.endsWith(':') || isOpenKey(word, completions)) return true
  if (!word.includes(':')) return false
  if (completions.some((completion) => completion.toLowerCase() === word)) return false
  return completions.some((completion) => fits(completion, word))
}

/** The whole text with its last word completed, for each completion that fits and is not there yet. */
export function completionsOf(text: string, completions: readonly string[]): string[] {
  const start = startOfWord(text)
  const word = lastWord(text)
  const said: readonly string[] = text.match(WORDS) ?? []
  return completions
    .filter((completion) => fits(completion, word) && !said.includes(completion))
    .map((completion) => text.slice(0, start) + completion)
}
