import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Crop } from '../../shared/api/photos.ts'
import { asApiError } from '../api/api-error.ts'
import { newIdempotencyKey } from '../api/call.ts'
import { upload } from '../api/upload.ts'
import { useMessage } from '../site/site.tsx'
import type { Picture } from './open-picture.ts'
import { takePhotos } from './use-photos.ts'

/** A photo on its way, or one that did not arrive. */
export interface Upload {
  /** Also the key by which the origin knows it again. */
  id: string
  picture: Picture
  crop: Crop
  /** How much has left, 0 to 1. */
  sent: number
  /** Why it did not arrive; null while it is on its way. */
  problem: string | null
}

/** Sends photos, several at the same time, and keeps those that failed until they are tried again or given up. */
export function useUploads() {
  const queryClient = useQueryClient()
  const message = useMessage()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const aborters = useRef(new Map<string, AbortController>())

  const change = (id: string, fields: Partial<Upload>) =>
    setUploads((now) => now.map((one) => (one.id === id ? { ...one, ...fields } : one)))

  function remove({ id }: Upload): void {
    aborters.current.get(id)?.abort()
    aborters.current.delete(id)
    setUploads((now) => now.filter((one) => one.id !== id))
  }

  async function send(one: Upload): Promise<void> {
    const aborter = new AbortController()
    aborters.current.set(one.id, aborter)
    const { left, top, width, height } = one.crop
    try {
      const answer = await upload('addPhoto', one.picture.file, {
        query: { crop: [left, top, width, height].join(',') },
        idempotencyKey: one.id,
        onProgress: (sent) => change(one.id, { sent }),
        signal: aborter.signal
      })
      takePhotos(queryClient, answer)
      remove(one)
    } catch (error) {
      if (!aborter.signal.aborted) change(one.id, { problem: sentence(error) })
    }
  }

  function sentence(failure: unknown): string {
    const { error } = asApiError(failure)
    const { message_key, params } = error.fields?.[0] ?? error
    return message(message_key, params)
  }

  useEffect(() => {
    const running = aborters.current
    return () => {
      for (const aborter of running.values()) aborter.abort()
    }
  }, [])

  return {
    uploads,
    start: (picture: Picture, crop: Crop) => {
      const one = { id: newIdempotencyKey(), picture, crop, sent: 0, problem: null }
      setUploads((now) => [...now, one])
      void send(one)
    },
    retry: (one: Upload) => {
      change(one.id, { sent: 0, problem: null })
      void send(one)
    },
    remove
  }
}
