import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderInApp } from '../testing/render.tsx'
import { AttachedFile } from './attached-file.tsx'

test('says that a picture cannot be shown, and offers the file', () => {
  renderInApp(
    <AttachedFile file={{ name: 'scan', mimeType: 'image/png', size: 12 }} src="/files/scan" />,
  )

  fireEvent.error(screen.getByRole('img', { name: 'scan' }))

  expect(screen.queryByRole('img', { name: 'scan' })).not.toBeInTheDocument()
  expect(screen.getByText(/cannot be shown/)).toBeVisible()
  const offered = screen.getByRole('link', { name: 'Download it' })
  expect(offered).toHaveAttribute('href', '/files/scan')
  expect(offered).toHaveAttribute('download', 'scan')
})
