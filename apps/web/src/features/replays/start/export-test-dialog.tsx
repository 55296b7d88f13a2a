import { Button, Checkbox, Modal, Stack, TextInput } from '@mantine/core'
import { TestAssertion } from '@lathe/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadZip } from '../../../lib/browser/download-zip.ts'
import { ErrorPanel } from '../../../ui/feedback/error-panel.tsx'
import { client } from '../../../lib/api/api.ts'

const CHECK_LABELS: Record<TestAssertion, string> = {
  output: 'Same output',
  nodes: 'Same nodes in the same order',
  tools: 'Same tool calls with the same arguments',
  requests: 'Same recorded requests',
}

type ExportTestDialogProps = { traceId: string; onClose: () => void }

/** Exports a recorded run as a test that needs no key, server or network. */
export const ExportTestDialog = ({ traceId, onClose }: ExportTestDialogProps) => (
  <Modal opened onClose={onClose} title="Export as test">
    <ExportTestForm traceId={traceId} onClose={onClose} />
  </Modal>
)

type FormProps = { traceId: string; onClose: () => void }

function ExportTestForm({ traceId, onClose }: FormProps) {
  const [name, setName] = useState(`run-${traceId.slice(-8)}`)
  const [assertions, setAssertions] = useState<string[]>(TestAssertion.options)
  const { mutate, error, isPending } = useMutation({
    mutationFn: loadTestProject,
    onSuccess(files) {
      downloadZip(name, files)
      onClose()
    },
  })
  const createTest = () =>
    mutate({
      id: traceId,
      name,
      assertions: TestAssertion.options.filter((item) => assertions.includes(item)),
    })
  const isValidName = /^[a-z0-9][a-z0-9-]{0,60}$/.test(name)

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        createTest()
      }}
    >
      <Stack gap="sm">
        <TextInput
          label="Name"
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={isValidName ? null : 'Use lowercase letters, digits and dashes'}
        />
        <Checkbox.Group label="Assertions" value={assertions} onChange={setAssertions}>
          <Stack gap={6} mt={6}>
            {TestAssertion.options.map((check) => (
              <Checkbox key={check} size="xs" value={check} label={CHECK_LABELS[check]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <p>
          The project includes a Vitest test and its recording in <code>tests</code>. In its folder
          run <code>npm install</code>, then <code>npm test</code>. No key, server or network is
          needed.
        </p>
        {error && <ErrorPanel action="create the test" error={error} onRetry={createTest} />}
        <Button
          type="submit"
          loading={isPending}
          disabled={!isValidName || assertions.length === 0}
        >
          Download project
        </Button>
      </Stack>
    </form>
  )
}

type ExportRequest = { id: string; name: string; assertions: TestAssertion[] }

/** Loads the project of a run's graph, with the test, its recording and the replay helper. */
export async function loadTestProject({ id, name, assertions }: ExportRequest) {
  const [test, { addTests, loadRunProject }] = await Promise.all([
    client.replays.toTest({ id, name, assertions }),
    import('@lathe/graph/export'),
  ])
  const { files, blockers } = await loadRunProject(id, client)
  const [blocker] = blockers
  if (blocker) throw new Error(`The graph cannot be exported: ${blocker.message}`)
  return addTests(files, test)
}
