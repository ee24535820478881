import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Crop } from '../../shared/api/photos.ts'
import { asApiError } from '../api/api-error.ts'
import { newIdempotencyKey } from '../api/call.ts'
import { upload } from '../api/upload.ts'
import { useMessage, useT } from '../site/site.tsx'
import { showToast } from '../state/toasts.ts'
import type { Picture } from './open-picture.ts'
import { takePhotos } from './use-photos.ts'

/** A running or failed upload. */
export interface Upload {
  /** Also the idempotency key. */
  id: string
  picture: Picture
  crop: Crop
  /** How much has been sent, 0 to 1. */
  sent: number
  /** Why it failed; null while it is running. */
  problem: string | null
}

/** Uploads photos, several at the same time, and keeps failed ones until they are retried or discarded. */
export function useUploads() {
  const queryClient = useQueryClient()
  const t = useT()
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
      showToast({ text: t('photos.uploaded') })
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
