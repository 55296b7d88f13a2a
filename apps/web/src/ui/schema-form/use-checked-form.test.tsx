import { Button, TextInput } from '@mantine/core'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { useCheckedForm } from './use-checked-form.ts'

function Address({ onSend }: { onSend: (url: string) => void }) {
  const [url, setUrl] = useState('')
  const complaints = url === '' ? { url: 'It needs an address' } : {}
  const { visibleErrors, form } = useCheckedForm(complaints, () => onSend(url))
  return (
    <form {...form}>
      <TextInput label="Name" />
      <TextInput
        label="Address"
        value={url}
        error={visibleErrors.url}
        onChange={({ currentTarget }) => setUrl(currentTarget.value)}
      />
      <Button type="submit">Send</Button>
    </form>
  )
}

test('shows errors only after a submit and then focuses the first invalid field', async () => {
  const onSend = vi.fn<(url: string) => void>()
  const user = userEvent.setup()
  renderInApp(<Address onSend={onSend} />)
  expect(screen.queryByText('It needs an address')).toBeNull()

  await user.click(screen.getByRole('button', { name: 'Send' }))
  expect(screen.getByText('It needs an address')).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Address')).toHaveFocus())
  expect(onSend).not.toHaveBeenCalled()

  await user.keyboard('https://here{Enter}')
  expect(onSend).toHaveBeenCalledExactlyOnceWith('https://here')
})
