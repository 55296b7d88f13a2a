import { type Forwarding, Redaction } from '@lathe/contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { Notifications } from '@mantine/notifications'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { uuid } from '../../../testing/event-factory.ts'
import { fake, serveFake } from '../../../testing/fake-api.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { PaneBoundary } from '../../../ui/feedback/pane-boundary.tsx'
import { ForwardingSection } from './forwarding-section.tsx'

let stop = () => {}
afterEach(() => stop())

const disabledForwarding: Forwarding = {
  isOn: false,
  endpoint: 'https://api.smith.langchain.com',
  project: 'default',
  agents: null,
  sendsExternal: false,
  redaction: Redaction.parse({}),
  keyHint: null,
  environment: null,
  obstacle: null,
  status: {
    waiting: 0,
    oldestAt: null,
    sentTraces: 0,
    sentSpans: 0,
    lastSentAt: null,
    dropped: 0,
    lastError: null,
    lastErrorAt: null,
    nextAttemptAt: null,
  },
}

function show(initial: Partial<Forwarding>) {
  let forwarding = { ...disabledForwarding, ...initial }
  const requests: object[] = []
  stop = serveFake({
    agents: { list: fake.agents.list.handler(() => []) },
    forwarding: {
      get: fake.forwarding.get.handler(() => forwarding),
      edit: fake.forwarding.edit.handler(({ input, errors }) => {
        requests.push(input)
        if (input.redaction?.rules[0]?.pattern === '(') {
          const issues = [{ path: 'redaction.rules.0.pattern', message: 'missing closing )' }]
          throw errors.INVALID_INPUT({ data: { issues } })
        }
        const { key, ...changes } = input
        const keyHint = key ? `…${key.slice(-4)}` : forwarding.keyHint
        forwarding = { ...forwarding, ...(changes as Partial<Forwarding>), keyHint }
        forwarding.obstacle = forwarding.isOn && !keyHint ? 'no-key' : null
        return forwarding
      }),
      discard: fake.forwarding.discard.handler(() => {
        forwarding = { ...forwarding, status: { ...forwarding.status, waiting: 0, dropped: 3 } }
        return forwarding
      }),
    },
  })
  renderInApp(
    <PaneBoundary contentLabel="forwarding">
      <Notifications />
      <ForwardingSection />
    </PaneBoundary>,
  )
  return requests
}

test('forwarding without a key shows that it is off, and saves a key with redaction rules', async () => {
  const requests = show({})

  await userEvent.click(await screen.findByRole('switch', { name: 'Forward traces' }))
  expect(await screen.findByText(/no API key is set/)).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Edit forwarding' }))
  await userEvent.type(screen.getByLabelText('API key'), 'a-key-of-mine-1234')
  const files = screen.getByLabelText('All files')
  expect(files).toBeChecked()
  await userEvent.click(files)
  await userEvent.click(screen.getByLabelText('All inputs'))
  expect(files).toBeDisabled()
  const passthroughSelect = screen.getByRole('combobox', {
    name: /attributes and metadata to send/,
  })
  await userEvent.type(passthroughSelect, 'customer{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Add rule' }))
  await userEvent.type(screen.getByLabelText('Pattern 1'), 'order-\\d+')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('…1234')).toBeVisible()
  expect(screen.queryByRole('alert')).toBeNull()
  expect(requests.at(-1)).toMatchObject({
    key: 'a-key-of-mine-1234',
    redaction: {
      secrets: true,
      hidesInputs: true,
      hidesFiles: false,
      passes: ['customer'],
      rules: [{ pattern: String.raw`order-\d+`, replacement: '[redacted]' }],
    },
  })
})

test('shows the last error and discards the queue', async () => {
  show({
    isOn: true,
    keyHint: '…1234',
    status: {
      ...disabledForwarding.status,
      waiting: 3,
      sentTraces: 2,
      sentSpans: 9,
      lastError: '401: no key',
      nextAttemptAt: Date.now() * 1_000,
    },
  })

  const status = await screen.findByLabelText('Forwarding status')
  expect(within(status).getByText('2 traces, 9 spans')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent(/^401: no key$/)
  expect(screen.getByText('retrying', { exact: false })).toBeVisible()

  await userEvent.click(screen.getByRole('button', { name: 'Discard queue' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull())
  expect(within(status).queryByText('3 traces')).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Discard queue' }))
  await screen.findByText(/^\d+ traces will not be sent$/)
  fireEvent(window, new Event('pagehide'))
  expect(await within(status).findByText('3 traces')).toBeVisible()
})

test('fields set by the environment are read-only', async () => {
  show({ environment: { endpoint: 'https://eu.example.com', project: 'shop' } })

  await waitFor(() => expect(screen.getByText('https://eu.example.com')).toBeVisible())
  expect(screen.getByText(/^Turned on by LANGSMITH_TRACING/)).toBeVisible()
  expect(screen.queryByRole('switch')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Edit redaction' }))
  expect(screen.queryByLabelText('Address')).toBeNull()
})

test('shows the agents that are forwarded and the redaction', async () => {
  show({
    agents: [uuid(1), uuid(2)],
    sendsExternal: true,
    redaction: Redaction.parse({ secrets: false, rules: [{ pattern: 'x' }] }),
  })

  expect(await screen.findByText('2 agents, other programs')).toBeVisible()
  expect(screen.getByText('files, what 1 rule finds')).toBeVisible()
})

test('shows when forwarding failed if no retry is scheduled', async () => {
  const lastErrorAt = (Date.now() - 3_600_000) * 1_000
  show({
    keyHint: '…1234',
    status: { ...disabledForwarding.status, lastError: '401: no key', lastErrorAt },
  })

  expect(await screen.findByText('1 h ago')).toBeVisible()
})

test('offers no retry while forwarding is off and keeps the queue', async () => {
  show({ keyHint: '…1234', status: { ...disabledForwarding.status, waiting: 3 } })

  expect(await screen.findByRole('button', { name: 'Discard queue' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Retry now' })).toBeNull()
})

test('shows why a rule was rejected until the rule is edited', async () => {
  show({ redaction: Redaction.parse({ rules: [{ pattern: '(' }] }) })

  await userEvent.click(await screen.findByRole('button', { name: /^Edit forwarding/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  const pattern = await screen.findByRole('textbox', { name: 'Pattern 1' })
  await waitFor(() => expect(pattern).toHaveAccessibleDescription('missing closing )'))
  expect(screen.queryByText('Could not save this')).toBeNull()
  await userEvent.type(pattern, ')')
  expect(pattern).not.toHaveAccessibleDescription()
})
