import { createHmac } from 'node:crypto'
import { useHmac } from '../shared/auth/bytes.ts'

useHmac((secret, text) => createHmac('sha256', secret).update(text).digest('base64url'))
