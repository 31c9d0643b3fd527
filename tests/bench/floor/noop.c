// SPDX-License-Identifier: MIT
// The cheapest program there is: what starting any program costs.
int main(void) {
    return 0;
}
