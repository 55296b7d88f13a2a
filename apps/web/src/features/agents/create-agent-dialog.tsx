import { Button, FileButton, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import type { GraphDocument } from '@lathe/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { plural } from '../../lib/format.ts'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { readDocument } from './read-document.ts'
import { useCreateAgent } from './use-create-agent.ts'

type CreateAgentDialogProps = {
  isOpen: boolean
  onClose: () => void
}

export function CreateAgentDialog({ isOpen, onClose }: CreateAgentDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title="New agent">
      <CreateAgentForm />
    </Modal>
  )
}

type Import = { file: string; document?: GraphDocument; problem?: string }

/** Empty, from a template, or from a document somebody exported. */
function CreateAgentForm() {
  const { data: templates = [] } = useQuery(api.agents.templates.queryOptions())
  const create = useCreateAgent()
  const [name, setName] = useState('')
  const [template, setTemplate] = useState<string | null>(null)
  const [imported, setImported] = useState<Import>()
  const canCreate = name.trim() !== '' && imported?.problem === undefined

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!canCreate) return
        create.mutate({
          name: name.trim(),
          ...(imported?.document
            ? { document: imported.document }
            : template !== null && { template }),
        })
      }}
    >
      <Stack gap="md">
        <TextInput
          label="Name"
          placeholder="Support triage"
          maxLength={200}
          data-autofocus
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Select
          label="Start from"
          placeholder="An empty canvas"
          clearable
          disabled={imported?.document !== undefined}
          data={templates.map(({ slug, name: label }) => ({ value: slug, label }))}
          value={template}
          onChange={setTemplate}
        />
        <Group gap="sm">
          <FileButton
            accept="application/json,.json"
            onChange={(file) => {
              if (file) void readDocument(file).then(setImported)
            }}
          >
            {(props) => (
              <Button variant="default" {...props}>
                Import a graph…
              </Button>
            )}
          </FileButton>
          {imported?.document && (
            <Text size="sm">
              {imported.file}: {plural(Object.keys(imported.document.nodes).length, 'node')}
            </Text>
          )}
        </Group>
        {imported?.problem !== undefined && (
          <Text size="sm" c="red" role="alert">
            {imported.file} cannot be imported. {imported.problem}
          </Text>
        )}
        {create.error && <ErrorPanel attempted="create the agent" error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={!canCreate} loading={create.isPending}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
