import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { AttachedFile } from './attached-file.tsx'

test('reports a picture that cannot be shown and offers the file for download', () => {
  renderInApp(
    <AttachedFile file={{ name: 'scan', mimeType: 'image/png', size: 12 }} src="/files/scan" />,
  )

  fireEvent.error(screen.getByRole('img', { name: 'scan' }))

  expect(screen.queryByRole('img', { name: 'scan' })).not.toBeInTheDocument()
  expect(screen.getByText(/cannot be shown/)).toBeVisible()
  const offered = screen.getByRole('link', { name: 'Download' })
  expect(offered).toHaveAttribute('href', '/files/scan')
  expect(offered).toHaveAttribute('download', 'scan')
})

const attach = (mimeType: string, body: string) => {
  vi.stubGlobal('fetch', async () => new Response(body))
  renderInApp(
    <AttachedFile file={{ name: 'notes', mimeType, size: body.length }} src={`/files/${body}`} />,
  )
  return screen.findByRole('region', { name: 'Text of notes' })
}

afterEach(() => vi.unstubAllGlobals())

test('shows a text file unchanged', async () => {
  const shown = await attach('text/csv; charset=utf-8', 'order,amount\n98000,<b>3</b>')

  expect(shown).toHaveTextContent('order,amount 98000,<b>3</b>')
  expect(screen.getByRole('button', { name: 'Copy notes' })).toBeVisible()
})

test('shows a JSON file as a collapsible tree', async () => {
  expect(
    within(await attach('application/json', '{"carrier":"DHL"}')).getByText('"DHL"'),
  ).toBeVisible()
})

test('shows the beginning of a long text and a note that the rest is not shown', async () => {
  const shown = await attach('application/json', `["${'a'.repeat(30_000)}"]`)

  expect(shown.querySelector('pre')).toHaveTextContent(/^\["a{19998}$/)
  expect(shown).toHaveTextContent('The rest is not shown')
})

test('does not fetch a file of unknown type', () => {
  vi.stubGlobal('fetch', () => expect.fail('It was fetched'))
  renderInApp(
    <AttachedFile
      file={{ name: 'blob', mimeType: 'application/octet-stream', size: 9 }}
      src="/files/blob"
    />,
  )

  expect(screen.queryByRole('region')).not.toBeInTheDocument()
})
