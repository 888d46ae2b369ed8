import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFunctionInput } from '../../../src/contracts/coding/function-input.ts';

const NUMS = ['nums', 'target'];

test.each([
  ['nums = [2, 7], target = 9', ['[2, 7]', '9']],
  ['target = 9, nums = [2, 7]', ['[2, 7]', '9']],
  ['nums=[2,7],target=9', ['[2,7]', '9']],
  ['nums = [2, 7]\ntarget = 9\n', ['[2, 7]', '9']],
  ['nums =\n[2,\n7],\ntarget = 9', ['[2,\n7]', '9']],
  ['[2, 7], 9', ['[2, 7]', '9']],
  ['[2, 7]\n9', ['[2, 7]', '9']],
  ['nums = ["a, b = [", "\\"]"], target = {"target": [1, 2]}', ['["a, b = [", "\\"]"]', '{"target": [1, 2]}']],
  ['nums = null, target = 12345678901234567890', ['null', '12345678901234567890']],
  ['nums = 2.0, target = "x = 1"', ['2.0', '"x = 1"']],
  ['nums = [True, None], target = False', ['[true, null]', 'false']],
  ["nums = ['a, b', 'it\\'s'], target = 'x = (1'", ['["a, b", "it\'s"]', '"x = (1"']],
  ['nums = (2, 7), target = (1,)', ['[2, 7]', '[1]']],
  ["nums = {1: 'a', 'b': [None]}, target = {1, 2}", ['{"1": "a", "b": [null]}', '[1, 2]']],
  ['nums = abc, target = nine', ['"abc"', '"nine"']],
  ['nums = [eat, tea], target = 12:30pm', ['["eat", "tea"]', '"12:30pm"']],
])('%s gives the values in the order of the parameters', (input, args) => {
  expect(readFunctionInput(input, NUMS)).toEqual({ args });
});

test('a function without parameters takes no input', () => {
  expect(readFunctionInput(' \n', [])).toEqual({ args: [] });
});

test.each([
  ['nums = [2, 7], target = nine lives', 'The input holds "nine lives", which is not JSON.'],
  ['nums = [2, 7], target = NaN', 'The input holds "NaN", which is not JSON.'],
  ["nums = [2, 7], target = 'nine", 'The input holds "\'nine", which is not JSON.'],
  ['nums = [2, 7, target = 9', 'The input holds "[2, 7, target = 9", which is not JSON.'],
  ['nums = , target = 9', 'The input holds "", which is not JSON.'],
  ['nums = [2], goal = 9', 'The input names "goal", which is no parameter of the function.'],
  ['nums = [2], nums = [3]', 'The input names "nums" twice.'],
  ['nums = [2], 9', 'The input gives some values with a name and some without.'],
  ['nums = [2]', 'The function takes 2 values (nums, target), and the input gives 1.'],
  ['1, 2, 3', 'The function takes 2 values (nums, target), and the input gives 3.'],
  ['', 'The function takes 2 values (nums, target), and the input gives 0.'],
])('%s is refused, and it says why', (input, error) => {
  expect(readFunctionInput(input, NUMS)).toEqual({ error });
});

test('any JSON values are found again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (nums, target) => {
      const args = [JSON.stringify(nums), JSON.stringify(target)];
      expect(readFunctionInput(`nums = ${args[0]}, target = ${args[1]}`, NUMS)).toEqual({ args });
      expect(readFunctionInput(args.join('\n'), NUMS)).toEqual({ args });
    }),
  );
});
