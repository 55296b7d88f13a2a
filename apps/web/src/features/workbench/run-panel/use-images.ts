import { useState } from 'react'
import { describeError } from '../../../lib/describe-error.ts'
import { type ComposerImage, readImages } from './images.ts'

/** Pictures of the message that is being written. */
export function useImages() {
  const [images, setImages] = useState<readonly ComposerImage[]>([])
  const [complaint, setComplaint] = useState<string | null>(null)
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    try {
      const read = await readImages(files, images.length)
      setImages((old) => [...old, ...read.images])
      setComplaint(read.complaint)
    } catch (error) {
      setComplaint(describeError(error).message)
    }
  }
  const remove = (key: string) => {
    setImages((old) => old.filter((image) => image.key !== key))
    setComplaint(null)
  }
  const clear = () => {
    setImages([])
    setComplaint(null)
  }
  return { images, complaint, add, remove, clear }
}
