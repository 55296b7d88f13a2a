import { Button, Checkbox, Modal, Stack, TextInput } from '@mantine/core'
import { TestCheck } from '@lathe/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadZip } from '../../../lib/download-zip.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { client } from '../../../lib/api.ts'

const CHECKS: Record<TestCheck, string> = {
  output: 'The output is what it was',
  nodes: 'The same nodes run in the same order',
  tools: 'The same tools are called with the same arguments',
  requests: 'Every recorded request is made again',
}

type ToTestProps = { traceId: string; onClose: () => void }

/** From a recorded run to a test that needs no key, no server and no network. */
export const ToTestDialog = ({ traceId, onClose }: ToTestProps) => (
  <Modal opened onClose={onClose} title="To a test">
    <ToTestForm traceId={traceId} onDone={onClose} />
  </Modal>
)

type FormProps = { traceId: string; onDone: () => void }

function ToTestForm({ traceId, onDone }: FormProps) {
  const [name, setName] = useState(`run-${traceId.slice(-8)}`)
  const [checks, setChecks] = useState<string[]>(TestCheck.options)
  const { mutate, error, isPending } = useMutation({
    mutationFn: testedProject,
    onSuccess(files) {
      downloadZip(name, files)
      onDone()
    },
  })
  const make = () =>
    mutate({
      id: traceId,
      name,
      checks: TestCheck.options.filter((one) => checks.includes(one)),
    })
  const isNamed = /^[a-z0-9][a-z0-9-]{0,60}$/.test(name)

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        make()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isNamed ? null : 'Small letters, digits and dashes'}
        />
        <Checkbox.Group label="The test asserts that" value={checks} onChange={setChecks}>
          <Stack gap={6} mt={6}>
            {TestCheck.options.map((check) => (
              <Checkbox key={check} size="xs" value={check} label={CHECKS[check]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <p>
          The exported project with a Vitest test and its tape in <code>tests</code>. In its folder
          run <code>npm install</code>, then <code>npm test</code>: no key, no server, no network.
        </p>
        {error && <ErrorPanel attempted="make the test" error={error} onRetry={make} />}
        <Button type="submit" loading={isPending} disabled={!isNamed || checks.length === 0}>
          Download the project with its test
        </Button>
      </Stack>
    </form>
  )
}

type Asked = { id: string; name: string; checks: TestCheck[] }

/** Loads the project of a run's graph, with the test, its recording and the replay helper. */
export async function testedProject({ id, name, checks }: Asked) {
  const [test, { addTests, loadRunProject }] = await Promise.all([
    client.replays.toTest({ id, name, checks }),
    import('@lathe/graph/export'),
  ])
  const { files, blockers } = await loadRunProject(id, client)
  const [blocker] = blockers
  if (blocker) throw new Error(`Its graph cannot be exported: ${blocker.message}`)
  return addTests(files, test)
}
