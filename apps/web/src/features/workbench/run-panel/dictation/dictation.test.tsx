import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake, serveFake } from '../../../../testing/fake-api.ts'
import { renderWorkbench } from '../../render-workbench.tsx'
import { graph } from '../../testing.ts'
import { Composer } from '../composer/composer.tsx'
import { fakeMicrophone } from './fake-microphone.ts'

let microphone: ReturnType<typeof fakeMicrophone>
let stop = () => {}
beforeEach(() => {
  microphone = fakeMicrophone()
})
afterEach(() => {
  stop()
  microphone.restore()
})

const KEYS = '{Control>}{Shift>}d{/Shift}{/Control}'

type Answer = { status: number; body: unknown }

/** Renders the composer of a conversation. The server answers recordings in order. */
async function show(...answers: Answer[]) {
  const sent: RequestInit[] = []
  const started: unknown[] = []
  const stopServing = serveFake({
    runs: {
      start: fake.runs.start.handler(({ input, errors }) => {
        started.push(input)
        throw errors.GRAPH_INVALID({ data: { problems: [] } })
      }),
    },
  })
  const realFetch = globalThis.fetch
  globalThis.fetch = async (input, init = {}) => {
    if (input !== '/api/transcriptions') return realFetch(input, init)
    sent.push(init)
    const answer = answers.shift()
    // Without an answer the request never ends.
    if (!answer) return new Promise(() => {})
    return Response.json(answer.body, { status: answer.status })
  }
  const view = await renderWorkbench(<Composer threadId={undefined} onStarted={() => {}} />, {
    document: graph({ input: ['messages'] }),
  })
  stop = () => {
    stopServing()
    view.stopKeys()
  }
  return { sent, started, unmount: view.unmount, user: userEvent.setup() }
}

const transcription = (text: string): Answer => ({ status: 200, body: { text } })
const rejectedAnswer: Answer = {
  status: 502,
  body: {
    code: 'PROVIDER',
    message: 'no',
    data: {
      error: { code: 'AUTHENTICATION', message: 'The key was refused', hint: 'Check the key.' },
    },
  },
}
const message = () => screen.getByLabelText<HTMLTextAreaElement>('Message')
const dictate = () => screen.getByRole('button', { name: 'Dictate' })

test('dictation inserts the transcript at the caret and does not send it', async () => {
  const { sent, started, user } = await show(transcription('brave new'))
  await user.type(message(), 'Hello world')
  message().setSelectionRange(5, 5)

  await user.click(dictate())
  expect(await screen.findByText('Recording')).toBeVisible()
  expect(dictate()).toHaveAttribute('aria-pressed', 'true')
  await user.click(dictate())

  await waitFor(() => expect(message()).toHaveValue('Hello brave new world'))
  expect(message()).toHaveFocus()
  expect(message().selectionStart).toBe('Hello brave new'.length)
  expect(new Headers(sent[0]?.headers).get('content-type')).toBe('audio/webm;codecs=opus')
  expect(sent[0]?.body).toHaveProperty('size', 'what was said'.length)
  expect(screen.queryByText('Recording')).toBeNull()
  expect(microphone.isOn()).toBe(false)
  expect(started).toEqual([])
})

test('dictation starts and stops by its shortcut, also while typing', async () => {
  const { user } = await show(transcription('Good morning.'))
  await user.click(message())

  await user.keyboard(KEYS)
  await screen.findByText('Recording')
  await user.keyboard(KEYS)

  await waitFor(() => expect(message()).toHaveValue('Good morning.'))
})

test('Escape discards a recording', async () => {
  const { sent, user } = await show()
  await user.click(dictate())
  await screen.findByText('Recording')

  await user.keyboard('{Escape}')

  expect(screen.queryByText('Recording')).toBeNull()
  expect(microphone.isOn()).toBe(false)
  expect(sent).toEqual([])
})

test('Escape discards a transcription in progress', async () => {
  const { sent, user } = await show()
  await user.click(dictate())
  await user.click(await screen.findByRole('button', { name: /Stop/ }))
  await screen.findByText('Transcribing…')

  await user.keyboard('{Escape}')

  expect(screen.queryByText('Transcribing…')).toBeNull()
  expect(sent[0]?.signal?.aborted).toBe(true)
})

test('cancelling before the permission was granted keeps the microphone off', async () => {
  const allow = microphone.hold()
  const { user } = await show()
  await user.click(dictate())
  await screen.findByText(/Waiting for the microphone/)

  await user.keyboard('{Escape}')
  allow()

  await waitFor(() => expect(microphone.isOn()).toBe(false))
  expect(screen.queryByText('Recording')).toBeNull()
})

test('dictation stops when the user leaves the page', async () => {
  const { unmount, user } = await show()
  await user.click(dictate())
  await screen.findByText('Recording')

  unmount()

  expect(microphone.isOn()).toBe(false)
})

test('dictation keeps the audio recorded before the microphone was unplugged', async () => {
  const { user } = await show(transcription('Half a sentence'))
  await user.click(dictate())
  await screen.findByText('Recording')

  act(() => microphone.unplug())

  await waitFor(() => expect(message()).toHaveValue('Half a sentence'))
})

test.each([
  ['NotAllowedError', /was denied. Allow it/],
  ['NotFoundError', /No microphone found. Connect one/],
  ['NotReadableError', /Close that program/],
])('dictation explains how to fix %s', async (name, words) => {
  microphone.refuse(name)
  const { user } = await show()

  await user.click(dictate())

  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  await user.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test('dictation explains that the page is not secure', async () => {
  vi.stubGlobal('isSecureContext', false)
  const { user } = await show()

  await user.click(dictate())

  expect(await screen.findByRole('alert')).toHaveTextContent(/HTTPS or localhost/)
})

test('dictation keeps a recording that the provider rejected and can resend it', async () => {
  const { sent, user } = await show(rejectedAnswer, transcription('At last'))
  await user.click(dictate())
  await user.click(await screen.findByRole('button', { name: /Stop/ }))
  expect(await screen.findByRole('alert')).toHaveTextContent(/The key was refused.*Check the key/s)

  await user.click(screen.getByRole('button', { name: 'Retry' }))

  await waitFor(() => expect(message()).toHaveValue('At last'))
  expect(sent[1]?.body).toBe(sent[0]?.body)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('dictation reports an empty transcript', async () => {
  const { user } = await show(transcription(' '))
  await user.click(dictate())
  await user.click(await screen.findByRole('button', { name: /Stop/ }))

  expect(await screen.findByRole('alert')).toHaveTextContent(/No speech detected/)
  expect(message()).toHaveValue('')
})
