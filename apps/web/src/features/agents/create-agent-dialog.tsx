import { Button, FileButton, Group, Modal, Select, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { plural } from '../../lib/format/format.ts'
import { ErrorPanel } from '../../ui/feedback/error-panel.tsx'
import { readDocument, type ImportedDocument } from './read-document.ts'
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

/** Creates an empty agent, one from a template, or one from an exported graph or project. */
function CreateAgentForm() {
  const { data: templates = [] } = useQuery(api.agents.templates.queryOptions())
  const create = useCreateAgent()
  const [name, setName] = useState('')
  const [template, setTemplate] = useState<string | null>(null)
  const [imported, setImported] = useState<ImportedDocument>()
  const canCreate = name.trim() !== '' && imported?.problem === undefined

  const applyDocument = (document: ImportedDocument) => {
    setImported(document)
    if (document.name !== undefined && name.trim() === '') setName(document.name)
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (!canCreate) return
        create.mutate({
          name: name.trim(),
          ...(imported?.document
            ? { document: imported.document, calledAgents: imported.calledAgents ?? {} }
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
            accept="application/json,.json,application/zip,.zip"
            onChange={(file) => {
              if (file) void readDocument(file).then(applyDocument)
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
              {callerText(imported)}
            </Text>
          )}
        </Group>
        {imported?.note !== undefined && (
          <Text size="sm" role="status">
            {imported.note}
          </Text>
        )}
        {imported?.problem !== undefined && (
          <Text size="sm" c="red" role="alert">
            {imported.file} cannot be imported. {imported.problem}
          </Text>
        )}
        {create.error && <ErrorPanel action="create the agent" error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" disabled={!canCreate} loading={create.isPending}>
            Create
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/** Agents that the import adds because they do not exist in this workspace yet. */
function callerText({ calledAgents = {} }: ImportedDocument): string {
  const names = new Set(Object.values(calledAgents).map(({ name }) => name))
  return names.size === 0 ? '' : `, with ${[...names].join(', ')}`
}
