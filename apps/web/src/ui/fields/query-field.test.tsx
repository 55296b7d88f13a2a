import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { listenForHotkeys } from '../../lib/browser/hotkeys.ts'
import { renderInApp } from '../../testing/render.tsx'
import { completeQuery, QueryField } from './query-field.tsx'

const onQueryChange = vi.fn<(query: string) => void>()

function Sample() {
  const [query, setQuery] = useState('')
  return (
    <>
      <QueryField
        query={query}
        onQueryChange={(next) => {
          onQueryChange(next)
          setQuery(next)
        }}
        placeholder="Filter the runs"
        completions={['status:error', 'status:running']}
      />
      <button type="button" onClick={() => setQuery('')}>
        Clear
      </button>
    </>
  )
}

const field = () => screen.getByRole('combobox', { name: 'Filter the runs' })

describe('QueryField', () => {
  afterEach(() => {
    vi.useRealTimers()
    onQueryChange.mockClear()
  })

  test('reports the query once when typing pauses', async () => {
    const user = userEvent.setup()
    renderInApp(<Sample />)

    await user.click(field())
    await user.paste('refund ')

    await waitFor(() => expect(onQueryChange).toHaveBeenCalledWith('refund'))
    expect(onQueryChange).toHaveBeenCalledTimes(1)
    expect(field()).toHaveValue('refund ')
  })

  test('waits for the value of a key', async () => {
    const user = userEvent.setup()
    renderInApp(<Sample />)

    await user.type(field(), 'status:')
    await new Promise((resolve) => setTimeout(resolve, 400))
    expect(onQueryChange).not.toHaveBeenCalled()

    // Pasted in one event, because slow typing would pause between letters.
    await user.paste('error')
    await waitFor(() => expect(onQueryChange).toHaveBeenCalledExactlyOnceWith('status:error'))
  })

  test('waits longer after the start of a key; Enter searches at once', () => {
    vi.useFakeTimers()
    renderInApp(<Sample />)
    const type = (value: string) => fireEvent.change(field(), { target: { value } })

    type('refund stat')
    vi.advanceTimersByTime(1_000)
    expect(onQueryChange).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(onQueryChange).toHaveBeenCalledExactlyOnceWith('refund stat')

    type('stat')
    fireEvent.keyDown(field(), { key: 'Enter' })
    expect(onQueryChange).toHaveBeenLastCalledWith('stat')
  })

  test('ignores the start of a key once more is typed', () => {
    vi.useFakeTimers()
    renderInApp(<Sample />)

    fireEvent.change(field(), { target: { value: 'stat' } })
    fireEvent.change(field(), { target: { value: 'status:error' } })
    vi.advanceTimersByTime(2_000)

    expect(onQueryChange).toHaveBeenCalledExactlyOnceWith('status:error')
  })

  test('reports a completion with capitals without waiting', async () => {
    renderInApp(
      <QueryField
        query=""
        onQueryChange={onQueryChange}
        placeholder="Filter the runs"
        completions={['tag:"Big Co"']}
      />,
    )

    fireEvent.change(field(), { target: { value: 'tag:"Big Co"' } })

    await waitFor(() => expect(onQueryChange).toHaveBeenCalledExactlyOnceWith('tag:"Big Co"'))
  })

  test('closes the completions after Enter to show the results', async () => {
    const user = userEvent.setup()
    renderInApp(<Sample />)

    await user.type(field(), 'status:error ')
    expect(await screen.findByRole('listbox')).toBeVisible()
    await user.keyboard('{Enter}')

    await waitFor(() => expect(screen.queryByRole('listbox')).not.toBeInTheDocument())
  })

  test('accepts the chosen completion after any delay', () => {
    vi.useFakeTimers()
    renderInApp(<Sample />)

    fireEvent.focus(field())
    fireEvent.change(field(), { target: { value: 'stat' } })
    fireEvent.keyDown(field(), { key: 'ArrowDown', code: 'ArrowDown' })
    vi.advanceTimersByTime(2_000)
    expect(onQueryChange).not.toHaveBeenCalled()

    fireEvent.keyDown(field(), { key: 'Enter', code: 'Enter' })
    vi.advanceTimersByTime(2_000)
    expect(onQueryChange).toHaveBeenCalledExactlyOnceWith('status:error')
    expect(field()).toHaveValue('status:error')
  })

  test('adopts the query when the URL changes', async () => {
    const user = userEvent.setup()
    renderInApp(<Sample />)
    await user.type(field(), 'refund{Enter}')

    await user.click(screen.getByRole('button', { name: 'Clear' }))

    expect(field()).toHaveValue('')
  })

  test('takes focus on the slash key', async () => {
    const stop = listenForHotkeys()
    const user = userEvent.setup()
    renderInApp(<Sample />)

    await user.keyboard('/')

    expect(field()).toHaveFocus()
    expect(field()).toHaveValue('')
    stop()
  })
})

test('hides completions while the query has an error', async () => {
  const user = userEvent.setup()
  renderInApp(
    <QueryField
      query=""
      onQueryChange={() => undefined}
      placeholder="Filter the runs"
      completions={['status:error']}
      rejectedQuery="latency:abc"
    />,
  )
  const options = () => screen.queryAllByRole('option')

  await user.type(field(), 'latency:abc ')
  await waitFor(() => expect(options()).toEqual([]))

  await user.type(field(), 'st')
  await waitFor(() => expect(options()).toHaveLength(1))
})

describe('completionsOf', () => {
  const known = ['status:error', 'status:running', 'agent:support']

  test('completes the word being typed and keeps the rest', () => {
    expect(completeQuery('refund sta', known)).toEqual([
      'refund status:error',
      'refund status:running',
    ])
  })

  test.each([
    ['tag:eu', 'tag:"eu west"'],
    ['refund tag:"eu w', 'refund tag:"eu west"'],
    ['-tag:e', '-tag:"eu west"'],
    ['-sta', '-status:error'],
    ['tag:"eu west" sta', 'tag:"eu west" status:error'],
  ])('completes %j to %j', (typed, completed) => {
    expect(completeQuery(typed, ['tag:"eu west"', 'status:error'])).toEqual([completed])
  })

  test('offers everything for a new word', () => {
    expect(completeQuery('', known)).toEqual(known)
  })

  test('omits a completion that is already complete', () => {
    expect(completeQuery('agent:support', known)).toEqual([])
  })

  test('omits a word that the text already contains', () => {
    expect(completeQuery('status:error ', known)).not.toContain('status:error status:error')
  })
})

describe('Tab', () => {
  test('accepts the first completion of the word being typed and stays in the field', async () => {
    const user = userEvent.setup()
    renderInApp(<Sample />)

    await user.type(field(), '(stat')
    await screen.findByRole('listbox')
    await user.keyboard('{Tab}')

    expect(field()).toHaveValue('(status:error')
    expect(field()).toHaveFocus()
  })

  test('accepts the completion that the arrow keys selected', async () => {
    const user = userEvent.setup()
    renderInApp(<Sample />)

    await user.type(field(), 'stat')
    await screen.findByRole('listbox')
    await user.keyboard('{ArrowDown}{ArrowDown}{Tab}')

    expect(field()).toHaveValue('status:running')
    expect(field()).toHaveFocus()
  })

  test('leaves the field if no word has been typed', async () => {
    const user = userEvent.setup()
    renderInApp(<Sample />)

    await user.click(field())
    await user.keyboard('{Tab}')

    expect(field()).toHaveValue('')
    expect(field()).not.toHaveFocus()
  })
})
