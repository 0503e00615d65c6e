import { takeOutEach } from './take-out-each.ts'

takeOutEach('capture', 'close', 'transform')
